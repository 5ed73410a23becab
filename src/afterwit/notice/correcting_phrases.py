"""How users correct an agent, as patterns over their sentences: in small letters, with short forms, a space around.

English, and meant for what people type to an agent; more can be given in the settings.
"""

import re2

_COMPLAINS = (
    r" (?:why (?:did|do|are|were|would|didn't|don't|aren't|have) you|why (?:is|does|isn't|doesn't) (?:it|this"
    r"|that) (?:still|not)"
    r"|you (?:forgot|missed|ignored|skipped|broke|messed|misunderstood|misread|overlooked|keep \w+ing|kept \w+ing"
    r"|shouldn't have|should have|should've|were supposed|weren't supposed|weren't asked|never|didn't|don't seem"
    r"|still haven't|haven't|always|just (?:deleted|removed|broke|overwrote|changed)|deleted|removed|overwrote"
    r"|marked|changed|added|got (?:it|that|this) wrong|have (?:it|that) (?:wrong|backwards)|made a mistake"
    r"|used the wrong|are (?:wrong|ignoring|overcomplicating|overthinking)|did it again|did that again))\b"
    r"|^ you [^;?]{2,80} again\b| you(?:'re|'ve| are| have)? [^;?]{0,40}\bwrong\b"
)
_REMINDS = (
    r" (?:i (?:already |just |clearly |explicitly |specifically )?(?:told you|said|asked you|asked for|mentioned"
    r"|meant|mean)|(?:as|like) i (?:said|told|mentioned|asked)|not what i|i didn't (?:ask|say|want|mean)"
    r"|i never (?:asked|said)"
    r"|i don't (?:want|like)|i'd rather|i'd prefer|i thought (?:we|the|you|it|this|that|i)|how many times)\b"
)
_DENIES = (
    r"^ (?:(?:no|nope|nah|hm+|wait|ok|oh|but|actually|sorry|also|well)[,.! ]+)*"
    r"(?:(?:that|this|it|these|those|you)(?:'s|'re| is| are| was| looks| seems|)(?: still| just| completely"
    r"| totally| also| all)?"
    r" (?:wrong|incorrect|not|backwards|broken|a bad idea|unnecessary|overkill|too \w+|misleading|nonsense)"
    r"|(?:that|this|it|those) (?:isn't|wasn't|aren't|doesn't|didn't|shouldn't|won't|can't)"
    r"|the \w+(?: \w+)? (?:is|are|looks?) (?:still )?(?:wrong|incorrect)"
    r"|wrong|incorrect|not quite|not exactly|not like|not that|not the|not in|not on|not this|false|bad)\b"
)
_NO = r"^ (?:(?:hm+|wait|oh|ok|um+|err?|ugh|actually|well|but|so|and|yeah)[,.! ]+)*(?:no|nope|nah|non)(?:[,.!: ]|$)"
_ALTERNATIVE = (
    r" (?:use|do|run|call|try|make|put|write|go with|go for|take|prefer|pick|name|install|import|return"
    r"|should be|must be"
    r"|should use|must use|should have) (?:[^;]{1,160} )?(?:instead|rather than|and not|not|but not|over)\b"
    r"| instead of [^;]{1,160} (?:use|call|do|run|make|put|write|try|go|have|name|just|let's|we|you|please)\b"
    r"|^ (?:no|nope|nah|wait|actually|instead)[,.! ]+(?:please |just |you should |let's |we )?"
    r"(?:use|run|do|call|try|make|put|write|add|keep|go|take|only|start|leave|name|install|import|return|don't)\b"
    r"| instead[.! ]*$|^ instead[ ,]|^ not [^;,]{1,60}, | not [^;,]{1,80},? but |[a-z`] not (?:the |a "
    r"|an )?[\w./-]+[ .!]*$"
    r"|, not [^;]{2,80}$|^ (?:it|that|this) (?:should|must) (?:be|have|use|go|say|live|return|only)\b"
)
_UNWANTED = (
    r"^ (?:(?:no|please|ok|and|so|can you|just)[, ]+)*(?:undo|revert|roll back|rollback|put (?:it|that|them) back)\b"
    r"|\bstill (?:fails?|failing|broken|wrong|the same|doesn't|isn't|not|seeing|getting|showing|shows|happening)\b"
    r"| (?:is|are|was|be|way|far|bit|much)? ?too (?:complex|complicated|verbose|long|much|slow|many|big|generic"
    r"|wordy)\b|\bover-?(?:engineer|complicat)| (?:can|could|should|must) be (?:\w+ )?simpl|\bmuch simpler\b"
    r"| ignore (?:my|the|that|last|previous) | wrong (?:file|branch|repo|chat|folder|directory|place|one|version"
    r"|test|command)\b| but (?:that|this|it)'s (?:actually|not)\b| you (?:can|could) (?:just "
    r"|also )?use (?:[^;?]{1,80} )?(?:right|instead|no)\b"
    r"| (?:is|are) no longer (?:valid|used|needed|supported|true|there|correct|relevant|the case)\b"
    r"| we (?:\w+ )?(?:deprecated|archived|removed|dropped|retired|stopped using|moved away from) "
    r"|^ (?:please )?(?:check|try|look at|read|look) (?:[^;?]{1,60} )?again\b"
    r"| should(?:n't)? [^;]{3,120} right(?: \?|\?)? $"
    r"| (?:i'm )?not sure (?:if|that|about|this|it) [^;]{0,160}\b(?:works?|correct|right|needed|necessary)\b"
    r"| shouldn't |^ (?:tests|commits|migrations|branches|prs|secrets|comments|scripts) mustn't | isn't supposed "
    r"| aren't supposed "
)
_FORBIDS = r" (?:\w+n't|stop|quit|never|avoid|no more|no longer|no need|let's not|not to|rather not|rather you) "

COMPLAINS = re2.compile(_COMPLAINS)
"""What the agent did, said against it."""
REMINDS = re2.compile(_REMINDS)
"""What the user had said or thought before."""
DENIES = re2.compile(_DENIES)
"""That something is wrong."""
NO = re2.compile(_NO)
"""A no at the beginning."""
ALTERNATIVE = re2.compile(_ALTERNATIVE)
"""What is wanted, and what is not."""
UNWANTED = re2.compile(_UNWANTED)
"""Other words against what was done, which by themselves teach little."""
ANY = re2.compile(f"{_COMPLAINS}|{_REMINDS}|{_DENIES}|{_NO}|{_ALTERNATIVE}|{_UNWANTED}|{_FORBIDS}")
"""A sentence in which none of these is found does not correct."""
WHY_NOT = re2.compile(r" why (?:do|would|did|are) you (?:think|say|believe|ask|suggest|recommend|need)\b")
"""A question that asks for a reason, and is no complaint."""
POLITE_NO = re2.compile(
    r"^ no(?:pe)?[,.!]? (?:problem|worries|thanks|thank|idea|rush|hurry|objections?|need|it's fine|that's (?:all"
    r"|fine|ok|it)|go ahead|all good|changes?|i'm (?:good|fine)|more)\b"
)
"""A no that refuses nothing."""
HINTS = re2.compile(
    rb"(?i)\b(?:no|nope|nah|non|not|never|always|avoid|stop|quit|instead|rather|over|why|wrong|incorrect|undo"
    rb"|revert|roll"
    rb"|rollback|back|still|too|simpl\w*|ignore|again|deprecated|archived|removed|dropped|retired|right|false"
    rb"|bad|broken"
    rb"|backwards|overkill|unnecessary|misleading|nonsense|you\s+(?:just\s+)?(?:forgot|missed|ignored|skipped"
    rb"|broke|messed"
    rb"|misunderstood|misread|overlooked|keep|kept|were|deleted|removed|overwrote|marked|changed|added|made|are"
    rb"|did)|should"
    rb"|should've|must|overcomplicat\w*|overengineer\w*|over-\w+|told|said|asked|mentioned|meant|mean|thought"
    rb"|prefer|how many|dont|doesnt|didnt|isnt|shouldnt|cant|wont|cannot|arent|wasnt|mustnt)\b|n['\x{2019}]t\b"
)
"""Cheap first: a message without one of these corrects nothing, and most have none."""
FACT = re2.compile(
    r" we (?:use|only|always|never|don't|run|deploy|keep|write|test|prefer|no longer|already have|have|removed"
    r"|deprecated|archived|moved|switched|migrated|renamed|dropped|follow|store|build|lint|format|commit|name|put)\b"
    r"| (?:repo|project|codebase|team|package|ci|build|pattern|convention|policy) (?:uses?|is|was|requires?"
    r"|expects?|needs?|runs?)\b"
    r"|(?:^|[,.!:]|no|that|and|but|all|our|because|since) (?:tests|commits|branches|migrations|secrets|comments"
    r"|docs|prs|mocks|imports|scripts|logs|files)"
    r" (?:should|shouldn't|must|mustn't|go|live|belong|need|don't)\b"
    r"| is (?:deprecated|read-only|protected|checked out|opened|generated|vendored|no longer \w+)\b"
)
"""How something is done or stands here."""
TOLD_BEFORE = re2.compile(
    r" (?:told you|i said|asked you|i already|as i said|like i said|how many times|you keep \w+ing)\b"
)
"""That it was said before."""
CONTRAST = re2.compile(r" (?:not|instead|rather than|over|but)\b")
"""What is wanted beside what is not."""
STATED = re2.compile(r" (?:is|isn't|are|aren't|has|have|uses?|runs?|needs?|requires?|lives?|takes?|comes?|goes)\b")
"""That something is so."""
OF_ONESELF = re2.compile(r" (?:i|i'm|i've|i'll|i'd|my|me)\b")
"""What the user does or wants at the moment."""

HOUSE_RULE = re2.compile(
    r"^ (?:(?:no|nope|hey|also|please|but|sorry|ok|stop)[,.!:; ]+)*"
    r"(?:we (?:never|always|don't|do not|only) (?:use|run|do|commit|push|install|write|add|call|edit|deploy|merge|test"
    r"|pip|npm|mock|import|put|keep|name|ship|touch|change|delete|create|allow|want|need|have|log|print|format|rebase|squash)"
    r"|(?:always|never) (?:use|run|do|commit|push|install|write|add|call|edit|deploy|merge|test|import|put|keep"
    r"|name|touch|change|delete|create|ask|check|read|rebase|squash|mock|format|log))\b"
)
"""How people tell what is done where they work, and what is not."""

ONE_NOT_THE_OTHER = re2.compile(
    r"^ (?:(?:no|nope|hey|also|please|but|sorry|actually)[,.!:; ]+)*"
    r"(?:(?:don't|do not|never) (?:use|run|call|import|install|write) [^;.]{1,60}?[,;. ]+(?:use|run|call|prefer|try)"
    r"|(?:use|run|call|prefer) [\w./@-]+(?: [\w./@-]+){0,3},? (?:not|instead of|rather than))\b"
)
"""How people name what to use beside what not to use."""
AT_HAND = frozenset({"a", "an", "the", "this", "that", "these", "those", "it", "my", "your", "our", "one"})
"""What makes a thing one of this task only."""
