"""Every behaviour that the five source documents ask for: what is promised, and what is built so far.

A test shows that it proves an entry with `@pytest.mark.proves("its-id")`; test_requirements.py checks both directions.
"""

from typing import NamedTuple

TRIGGERS = "000_e820d04b5f614b48.txt"
SKILLBOOK = "001_ccfb84851ecf5508.txt"
GATED = "002_1209d85d254c0e6e.txt"
EXTRACTION = "003_4e75ead76a326a71.txt"
LESSONS = "004_4d026098f355787d.txt"
SOURCES = (TRIGGERS, SKILLBOOK, GATED, EXTRACTION, LESSONS)


class Requirement(NamedTuple):
    """One behaviour, checkable by a test."""

    id: str  # lower-case words with hyphens that say the behaviour; unique
    source: str  # the file name of the document that asks for it
    behaviour: str  # one sentence, in the present tense
    built: bool = False  # whether the product does it: then at least one test proves it


BUILT = True

# A table, laid out by hand.
# fmt: off
REQUIREMENTS: tuple[Requirement, ...] = (
    # ---- The trigger flow: foreground learning, signals, nudges and the background review --------------------------
    # Learning in the foreground
    Requirement("foreground-learns-in-turn", TRIGGERS,
        "An agent may write a skill within its own turn, with progress and a receipt but no approval.", BUILT),
    Requirement("authoring-skill", TRIGGERS,
        "The built-in skill `right-learn-skill` teaches when to learn, how to name a package, what is noise.", BUILT),
    Requirement("learn-start-before-write", TRIGGERS,
        "`skill_learning_start` comes before the first file of a package is created or changed.", BUILT),
    Requirement("learn-call-fields", TRIGGERS,
        "A start carries `action`, `skill_name`, `reason`, `event_refs` and `message`; a finish carries `action`, "
        "`skill_name`, `status`, `message` and `summary`.", BUILT),
    Requirement("learn-start-progress", TRIGGERS,
        "A start is recorded; only that of a foreground agent shows its message to the user as progress.", BUILT),
    Requirement("learn-finish-always", TRIGGERS, "`skill_learning_finish` closes every start, failed or not.", BUILT),
    Requirement("learn-finish-success", TRIGGERS,
        "A finish with status `created` or `updated` stores the skill's name; its message is the receipt.", BUILT),
    Requirement("learn-finish-no-success", TRIGGERS,
        "A finish with status `failed` or `skipped` stores a short reason and sends no receipt.", BUILT),
    Requirement("learn-ends-signals", TRIGGERS, "After a successful finish both signals are ignored.", BUILT),
    Requirement("learn-tools", TRIGGERS,
        "The learning tools check the skill's name and record metadata; they write and import no package.", BUILT),
    Requirement("receipt-learned", TRIGGERS,
        "The receipts read `Learned skill: <name>` and `Updated skill: <name>`, in the user's language.", BUILT),
    Requirement("receipt-used", TRIGGERS,
        "A final answer that a learned skill materially guided says `Used learned skill: <name>`.", BUILT),
    Requirement("structured-output", TRIGGERS,
        "Structured output holds `used_skill_receipts` (`skill_name`, `message`), `learning_signal` and "
        "`skill_issue_signal`, and no `skill_receipt`.", BUILT),
    Requirement("turn-learns-nothing", TRIGGERS, "A turn without finish, receipt or signal is valid.", BUILT),
    Requirement("telemetry-stored", TRIGGERS,
        "Calls, provenance, event refs, skill use, skipped signals and counters are stored, worker or not.", BUILT),
    # Packages and the write boundary
    Requirement("package-contents", TRIGGERS,
        "A package may hold `SKILL.md`, `scripts/`, `references/` and `assets/`.", BUILT),
    Requirement("package-location", TRIGGERS,
        "Learned files stay under `.claude/skills/<skill_name>/` in the sandbox; the host keeps only metadata.", BUILT),
    Requirement("package-names", TRIGGERS,
        "A new skill is named `rl-*`; an update may patch a custom, manual, hub or `rl-*` skill.", BUILT),
    Requirement("package-core-protected", TRIGGERS,
        "No core, platform, bundled or codegen-owned skill is ever changed, whoever asks.", BUILT),
    Requirement("package-disclosed", TRIGGERS,
        "A learned skill appears in the skill index, and its body is loaded only when it is needed.", BUILT),
    # When there is something to learn: guidance for the agent, not a classifier
    Requirement("learn-new-workflow", TRIGGERS,
        "Several non-obvious steps, a request to remember or a recurring tool pattern calls for a new skill.", BUILT),
    Requirement("learn-surprise", TRIGGERS,
        "A repaired failure, an unexpected result shape or a correction of lasting worth calls for a skill.", BUILT),
    Requirement("learn-drift", TRIGGERS,
        "A loaded non-core skill that lacked a step, was stale or caused rework calls for an update.", BUILT),
    Requirement("learn-skip", TRIGGERS,
        "One-off details, generic facts, unverified workarounds and changes to core skills call for no skill.", BUILT),
    # Signals: what the foreground leaves for later
    Requirement("signal-create-fields", TRIGGERS,
        "`learning_signal` has `kind` (`create_candidate`), `package_name_hint`, `trigger`, `reason_not_written`, "
        "`event_refs` and `summary`.", BUILT),
    Requirement("signal-update-fields", TRIGGERS,
        "`skill_issue_signal` has `kind` (`update_candidate`), `skill_name`, `issue`, `reason_not_patched`, "
        "`observed_effect`, `event_refs` and `patch_hint`.", BUILT),
    Requirement("signal-triggers", TRIGGERS,
        "A create signal's trigger is `explicit_user_request`, `multi_step_workflow`, `recovered_surprise`, "
        "`user_correction` or `repeated_tool_pattern`.", BUILT),
    Requirement("signal-issues", TRIGGERS,
        "An update signal's issue is `missing_step`, `stale_command`, `wrong_api_assumption`, `overbroad_activation`, "
        "`broken_script` or `unsafe_instruction`.", BUILT),
    Requirement("signal-effects", TRIGGERS,
        "An observed effect is `retry_after_tool_error`, `retry_after_user_correction`, `manual_override` or "
        "`verified_alternative`.", BUILT),
    Requirement("signal-defer-reasons", TRIGGERS,
        "A signal says why it waits: `conversation_still_evolving`, `needs_full_context_review`, "
        "`write_or_publish_failed` or `needs_existing_skill_diff`.", BUILT),
    Requirement("signal-names", TRIGGERS,
        "A create signal hints at an `rl-*` name; an update signal names an existing non-core skill.", BUILT),
    Requirement("signal-evidence", TRIGGERS, "A signal cites at least two useful refs or one user request.", BUILT),
    Requirement("signal-refused", TRIGGERS,
        "A signal on a one-off, a memory fact, an unverified workaround or a skill already written is refused.", BUILT),
    Requirement("signal-both-dropped", TRIGGERS,
        "Where both signals appear, both are dropped and a schema violation is logged.", BUILT),
    Requirement("signal-routing", TRIGGERS,
        "`learning_signal` queues a review that can only create; `skill_issue_signal`, one that can only patch."),
    # Nudges: when a review is worth its cost
    Requirement("nudge-occasions", TRIGGERS,
        "Many tool calls, a learned skill followed by a correction, or an unlearned recovery nudges a review.", BUILT),
    Requirement("nudge-counters", TRIGGERS,
        "`tool_iters_since_review`, `turns_since_review`, `skill_issue_hints_since_review` and `last_review_at` are "
        "kept.", BUILT),
    Requirement("nudge-gate", TRIGGERS, "A review needs skipped learning, an issue hint or the threshold.", BUILT),
    Requirement("nudge-one-at-a-time", TRIGGERS, "A review does not start while another one runs.", BUILT),
    Requirement("nudge-caps-reviews", TRIGGERS,
        "A review waits out the minimum interval and does not start past the day's count of reviews.", BUILT),
    Requirement("nudge-caps-spend", TRIGGERS,
        "A review stays within its model budget, and all of a day's within the day's learning budget."),
    Requirement("nudge-coalesces", TRIGGERS,
        "Busy turns make one window since the last successful review, bounded in events and in characters."),
    # The background review
    Requirement("review-outcomes", TRIGGERS,
        "Signal or not, a review creates an `rl-*` skill, patches a non-core one, or ends `learned=false`."),
    Requirement("review-context", TRIGGERS,
        "A review reads the whole transcript where that fits its budget, else a bounded `context.json` bundle."),
    Requirement("review-inputs", TRIGGERS,
        "A review is given the run's id and times, timeline, signal, skill names with class, and authoring guidance."),
    Requirement("review-isolated", TRIGGERS, "A review is a fresh task, never the main session resumed."),
    Requirement("review-silent", TRIGGERS,
        "A review asks the user nothing and shows no progress: only a created or updated skill's receipt is seen."),
    Requirement("review-package-only", TRIGGERS, "A review changes no file outside the package it writes."),
    Requirement("review-no-loop", TRIGGERS, "A review neither starts another nor learns from review output."),
    # The review bundle
    Requirement("event-ids-stable", TRIGGERS,
        "An event such as `e17` keeps its id however often its transcript is read.", BUILT),
    Requirement("bundle-event-ids", TRIGGERS, "An event has the same id in the bundle as in the transcript."),
    Requirement("bundle-shape", TRIGGERS,
        "A bundle has `scope` (`kind`, `session_id`, `invocation_id`, `started_at`, `finished_at`), the signal, "
        "`timeline_index`, `included_events` and `omitted_spans`."),
    Requirement("bundle-entries", TRIGGERS,
        "A timeline entry has `id`, `kind`, `tool`; an included event `id`, `reason` (`signal_ref`, `retry`, "
        "`success_after_retry` …), `detail`; an omitted span `range`, `summary`."),
    Requirement("bundle-keeps-ends", TRIGGERS,
        "Excerpts of the user's input and the final answer, and every event a signal refers to, are included."),
    Requirement("bundle-keeps-work", TRIGGERS,
        "Every error, retry, verification and file write is included; dull spans are summarised, with counts."),
    Requirement("bundle-not-by-tail-or-date", TRIGGERS,
        "An early surprise stays in: events are chosen by salience, neither from the tail nor by their time."),
    Requirement("bundle-expansion", TRIGGERS, "A reviewer can ask for more of an event in the bundle."),
    Requirement("curator", TRIGGERS,
        "An idle loop, about weekly, archives, patches and joins skills, once telemetry of their use exists."),

    # ---- The skillbook: reflector, handler, skill manager and clean-up ---------------------------------------------
    # The skillbook
    Requirement("book-layout", SKILLBOOK, "A skillbook has one flat folder a domain, each with an `INDEX.md`.", BUILT),
    Requirement("book-domains", SKILLBOOK, "`DOMAINS.md`, which is brief, is always in context.", BUILT),
    Requirement("book-at-run-time", SKILLBOOK, "An agent can ask for skills while its task runs."),
    Requirement("skill-sections", SKILLBOOK,
        "A skill has `Situation`, `Guidance` (numbered, if a procedure) and `Annotations` (`None`, if empty).", BUILT),
    Requirement("skill-helps-smaller-model", SKILLBOOK,
        "By measurement, a less capable agent succeeds more often with the skills than without."),
    Requirement("metrics-fields", SKILLBOOK,
        "Metrics are `times_requested`, `times_followed`, `positive_impact`, `negative_impact`, `neutral_impact` and, "
        "derived, `times_not_followed`.", BUILT),
    # What the reflector may say
    Requirement("reflection-shape", SKILLBOOK,
        "A `TrajectoryReflection` has `skill_reviews` and `new_learnings`, either of which may be empty."),
    Requirement("reflection-positive", SKILLBOOK,
        "`SkillPositive` has `skill_id`, `followed` (`yes`, `partially`), `impact` and `what_helped`."),
    Requirement("reflection-negative", SKILLBOOK,
        "`SkillNegative` has `skill_id`, `followed`, `impact`, `issue_type` (`incorrect`, `outdated`, `incomplete`, "
        "`unclear`), `what_went_wrong` and optional `corrected_guidance`."),
    Requirement("reflection-neutral", SKILLBOOK,
        "`SkillNeutral` has `skill_id`, `followed`, `impact`, `reason` (`already_knew`, `not_needed`, `marginal`) and "
        "optional `suggested_improvement`."),
    Requirement("reflection-not-followed", SKILLBOOK,
        "`SkillNotFollowed` has `skill_id`, `followed` (`no`), `reason` (`irrelevant`, `already_knew`, "
        "`chose_alternative`, `seemed_wrong`), `explanation` and optional `alternative_used`."),
    Requirement("reflection-learning", SKILLBOOK,
        "A learning has `type` (`friction`, `discovered`), `scope`, `situation`, `guidance`, `confidence` (`low`, "
        "`medium`, `high`) and, for friction, `steps_wasted` of at least 1."),
    Requirement("reflect-one-review-each", SKILLBOOK,
        "The reflector gives one review of each retrieved skill, and none where none was retrieved."),
    Requirement("reflect-extracts", SKILLBOOK,
        "Learnings come from friction and discovery: hidden places, shortcuts, prerequisites, order of steps."),
    Requirement("reflect-leaves-out", SKILLBOOK, "Basic, vague and one-task guidance is not extracted."),
    Requirement("reflect-feedback-first", SKILLBOOK,
        "What a retrieved skill already covers becomes feedback on it, not a new learning."),
    # The handler: code, not a model
    Requirement("handler-counts", SKILLBOOK,
        "Every review adds 1 to `times_requested`, and a followed one adds 1 to the impact of its kind."),
    Requirement("handler-followed", SKILLBOOK,
        "`times_followed` grows by 1 for a positive review, else by 1 for `yes` and by 0.5 for `partially`."),
    Requirement("handler-passes-on", SKILLBOOK,
        "Neutral with a suggestion, negative with a correction, `seemed_wrong` and every learning go to the manager."),
    Requirement("handler-keeps-back", SKILLBOOK,
        "Positive reviews, neutral ones with no suggestion, `irrelevant` and `already_knew` end at the handler."),
    Requirement("handler-notes-negative", SKILLBOOK,
        "A negative review with no correction becomes the annotation `[issue_type] what_went_wrong`."),
    Requirement("handler-notes-alternative", SKILLBOOK,
        "`chose_alternative` becomes the annotation `[chose_alternative] …` and, if given, `[alternative] …`."),
    Requirement("handler-no-model", SKILLBOOK,
        "Counting and plain annotating need no model; creating, updating and merging go to the manager."),
    # The skill manager and its tools
    Requirement("manager-one-write", SKILLBOOK,
        "The manager gets one input at a time, reads as often as it likes and writes at most once."),
    Requirement("manager-conservative", SKILLBOOK,
        "The manager looks for similar skills before it creates one, and prefers an update or merge to a deletion."),
    Requirement("tools-reading", SKILLBOOK,
        "`fetch_similar_skills(situation)` searches all domains; `read_skills(skill_ids)` adds notes and metrics."),
    Requirement("tools-creating", SKILLBOOK,
        "`create_domain` needs `domain` and `description`; `create_skill` needs `domain`, `skill_name`, `description`, "
        "`situation` and `guidance`."),
    Requirement("tool-update-skill", SKILLBOOK, "`update_skill(skill_id, …)` changes only the fields given."),
    Requirement("tool-merge-skills", SKILLBOOK,
        "`merge_skills` writes the joined text into `target_skill_id` and removes `source_skill_id`."),
    Requirement("tools-annotate-delete", SKILLBOOK,
        "`annotate_skill(skill_id, annotation)` adds a note; `delete_skill(skill_id)` removes a skill."),
    Requirement("decide-create", SKILLBOOK, "A `medium` or `high` learning with no similar skill creates one."),
    Requirement("decide-extend", SKILLBOOK,
        "A learning that extends a similar skill updates it; one that bridges two overlapping skills merges them."),
    Requirement("decide-weak", SKILLBOOK,
        "A `low` learning is an annotation or nothing; a basic, vague or one-task learning is nothing."),
    Requirement("decide-new-domain", SKILLBOOK, "A learning of a new domain creates it, then the skill."),
    Requirement("decide-negative", SKILLBOOK,
        "A clear correction updates, one at odds with the annotations annotates, many negatives may delete."),
    Requirement("decide-neutral", SKILLBOOK, "A concrete improvement is an update, a minor one a note."),
    Requirement("decide-not-followed", SKILLBOOK,
        "A clearly better alternative updates the skill; an unclear one, or none, annotates it."),
    Requirement("decide-by-annotations", SKILLBOOK,
        "Repeated complaints allow an update; conflicting ones, or a first report, only an annotation."),
    # Clean-up
    Requirement("cleanup-periodic", SKILLBOOK, "Every N trajectories clean-up flags skills for the manager."),
    Requirement("cleanup-negative-heavy", SKILLBOOK,
        "`negative_threshold` 3 and `positive_ratio_threshold` 0.3 (less is bad) flag a harmful skill."),
    Requirement("cleanup-duplicates", SKILLBOOK, "`similarity_threshold` 0.85 flags two skills of one domain."),
    Requirement("cleanup-low-follow-rate", SKILLBOOK,
        "`min_requests_for_follow_rate` 5 and `follow_rate_threshold` 0.3 (less is bad) flag an ignored skill."),
    Requirement("cleanup-task", SKILLBOOK,
        "A clean-up task has `cleanup_type` (`negative_heavy`, `duplicates`, `low_follow_rate`), `skill_id` or "
        "`skill_ids`, and `context` of metrics, annotations and similarity."),
    Requirement("cleanup-decide-negative", SKILLBOOK,
        "A `negative_heavy` skill is updated if mendable, deleted if flawed at root, else annotated."),
    Requirement("cleanup-decide-alike", SKILLBOOK, "True `duplicates` are merged, distinct skills left alone."),
    Requirement("cleanup-decide-ignored", SKILLBOOK,
        "A `low_follow_rate` skill is narrowed if too broad, deleted if too obvious, reviewed if it seems wrong."),

    # ---- The gated review: propose, judge, apply -------------------------------------------------------------------
    Requirement("gated-no-write-unjudged", GATED, "No durable write happens without an approving verdict.", BUILT),
    Requirement("gated-ports", GATED,
        "`ReviewProposer`, `ReviewGate` and `MemoryStore` are injected and replaceable; no daemon thread runs.", BUILT),
    Requirement("gated-nothing-to-do", GATED,
        "A blank summary, or no proposals, gives an empty outcome; a blank one is never sent to the proposer.", BUILT),
    Requirement("gated-proposer-error", GATED, "An error of the proposer fails the whole pass closed.", BUILT),
    Requirement("gated-bad-shape", GATED, "A proposal of the wrong shape fails the pass closed, unjudged.", BUILT),
    Requirement("gated-gate-error", GATED, "An error of the gate fails the pass closed; it is no refusal.", BUILT),
    Requirement("gated-outcome", GATED, "An outcome has three lists: `applied`, `rejected` and `failed`.", BUILT),
    Requirement("gated-rejected", GATED,
        "A proposal the gate refuses is `rejected` with the gate's reason, and the pass goes on.", BUILT),
    Requirement("gated-failed", GATED,
        "An approved proposal the store cannot write is `failed` with the store's words, and the pass goes on.", BUILT),
    Requirement("gated-over-budget", GATED,
        "A write over the store's budget is `failed`, never `rejected`, and earlier writes stay.", BUILT),
    Requirement("gated-proposal", GATED,
        "A proposal has `target`, `op` and a `score` from 0 to 1; a 1.5 is refused before any write.", BUILT),
    Requirement("gated-score-threshold", GATED,
        "The default gate approves from 0.7 on, inclusive: 0.69 is rejected and 0.70 approved.", BUILT),
    Requirement("gated-score-reason", GATED,
        "The verdict's reason gives score and threshold, and a refusal adds `learn only from validated wins`.", BUILT),
    Requirement("gated-score-total", GATED,
        "The score gate has no side effects and answers every proposal with a verdict, never an error.", BUILT),
    Requirement("gated-reinforces", GATED,
        "Proposing an entry that exists counts as `applied` and leaves one entry in the store.", BUILT),

    # ---- Extraction: quality gates, lifecycle and the way upstream -------------------------------------------------
    # What sets extraction off
    Requirement("trigger-any", EXTRACTION, "Any one of the four triggers is enough.", BUILT),
    Requirement("trigger-non-obvious", EXTRACTION,
        "Several investigation steps, a changed hypothesis or source reading mark a non-obvious solution.", BUILT),
    Requirement("trigger-workaround", EXTRACTION,
        "Several tried approaches, undocumented behaviour or joined sources mark a workaround.", BUILT),
    Requirement("trigger-root-cause", EXTRACTION,
        "A misleading error, a cause upstream or tracing through layers marks a hidden root cause.", BUILT),
    Requirement("trigger-project-pattern", EXTRACTION,
        "A convention of this codebase that general documentation lacks marks a project pattern.", BUILT),
    Requirement("phases", EXTRACTION,
        "Extraction is on in `/implement`, `/review-sprint`, `/audit-sprint`, `/deploy-production` and `/ride`, off in "
        "`/plan-and-analyze`, `/architect` and `/sprint-plan`.", BUILT),
    # Where it may write, and what
    Requirement("zone-state-only", EXTRACTION, "Extraction reads every zone and writes only to the state zone.", BUILT),
    Requirement("notes", EXTRACTION,
        "`## Learnings` of `NOTES.md` is read first, so that a similar pattern is updated instead, and gains a line "
        "`[Topic] … → See …` that points to the skill.", BUILT),
    Requirement("skill-agent-tag", EXTRACTION, "`loa-agent` names the extracting agent and filters retrieval."),
    Requirement("skill-template", EXTRACTION,
        "An extracted skill has YAML frontmatter, Problem, Trigger Conditions, Root Cause, Solution, Verification, "
        "Anti-Patterns and Related Memory.", BUILT),
    # The four gates
    Requirement("gate-all-four", EXTRACTION, "A skill is extracted only if all four gates pass.", BUILT),
    Requirement("gate-depth", EXTRACTION,
        "Discovery depth passes on several steps and real effort, fails on a quick look-up in documentation.", BUILT),
    Requirement("gate-reusability", EXTRACTION,
        "Reusability passes on a common pattern with clear use, fails on a one-off or hyper-specific case.", BUILT),
    Requirement("gate-trigger", EXTRACTION,
        "Trigger clarity passes on specific symptoms in a defined context, fails on generic or noisy ones.", BUILT),
    Requirement("gate-verification", EXTRACTION,
        "Verification passes on a test in the session, commands and known limits, fails on theory alone.", BUILT),
    # How it runs
    Requirement("auto-mode", EXTRACTION,
        "A trigger is logged and queued without interrupting the work; at a natural break the queue is judged, and "
        "what passes goes to `skills-pending/`.", BUILT),
    Requirement("retrospective", EXTRACTION,
        "`/retrospective` shows candidates with their gate assessment, and only those picked go to pending.", BUILT),
    Requirement("config-extraction", EXTRACTION,
        "`enabled` true, `auto_extract` false, `quality_gate_threshold` 4, `prune_after_days` 90, `min_match_count` 0 "
        "and `trajectory_logging` true are the defaults, and each takes effect.", BUILT),
    # Lifecycle and trajectory log
    Requirement("states", EXTRACTION,
        "A skill is pending (`skills-pending/`, waits for a person), active (`skills/`, alone retrieved) or archived "
        "(`skills-archived/`).", BUILT),
    Requirement("state-decisions", EXTRACTION, "A pending skill is approved to active or rejected to archived.", BUILT),
    Requirement("state-prune", EXTRACTION,
        "Pruning moves to archived an active skill older than `prune_after_days` without enough matches.", BUILT),
    Requirement("trajectory-events", EXTRACTION,
        "`extraction`, `approval`, `rejection`, `prune` and `match` go to `continuous-learning-{date}.jsonl`.", BUILT),
    Requirement("trajectory-entry", EXTRACTION,
        "A log entry has `timestamp`, `event`, `skill`, `agent`, `source` and `gates` (`depth`, `reusability`, "
        "`trigger`, `verification`).", BUILT),
    # The way upstream
    Requirement("upstream-tracked", EXTRACTION, "A learning's applications and success rate are tracked."),
    Requirement("upstream-eligible", EXTRACTION,
        "A learning is eligible from `min_upstream_score` 70, `min_occurrences` 3 and `min_success_rate` 0.8 on."),
    Requirement("upstream-score", EXTRACTION,
        "The score weighs quality gates 25%, effectiveness 30%, novelty (by Jaccard similarity) 25%, generality 20%."),
    Requirement("upstream-detection", EXTRACTION,
        "After a retrospective eligibility is checked, silently unless a learning meets the thresholds."),
    Requirement("upstream-opt-in", EXTRACTION,
        "Nothing is proposed unless the user asks for it by the learning's id, such as `L-0001`."),
    Requirement("upstream-dry-run", EXTRACTION, "`--dry-run` shows the proposal and submits nothing."),
    Requirement("upstream-force", EXTRACTION, "`--force` submits without the check of eligibility."),
    Requirement("upstream-issue", EXTRACTION,
        "A submission opens a GitHub issue in `target_repo` with the `label`, by default `learning-proposal`."),
    Requirement("upstream-switch", EXTRACTION,
        "`upstream_detection.enabled` turns the check off, and `novelty_threshold` 0.7 bounds what is new."),
    Requirement("upstream-statuses", EXTRACTION,
        "A proposal is `none`, `draft`, `submitted`, `under_review`, `accepted` (it joins the framework's learnings) "
        "or `rejected`; one or all can be synchronised with upstream."),
    Requirement("upstream-rejected", EXTRACTION,
        "A rejection has `reason`, `reason_code` (`duplicate`, `too_specific` …) and `resubmit_blocked_until`."),
    Requirement("upstream-cooldown", EXTRACTION,
        "A rejected learning can be submitted again only after `rejection_cooldown_days`, by default 90."),
    Requirement("compound", EXTRACTION, "Learnings of several sessions can be drawn together into one."),
    # Redaction
    Requirement("redact-before-submission", EXTRACTION,
        "While `anonymization.enabled`, nothing goes upstream before the six kinds below are redacted."),
    Requirement("redact-api-keys", EXTRACTION, "`sk-*`, `ghp_*` and `AKIA*` turn into a `REDACTED_API_KEY`.", BUILT),
    Requirement("redact-paths", EXTRACTION, "`/home/user/*` and `/Users/*` turn into a `REDACTED_PATH`."),
    Requirement("redact-emails", EXTRACTION, "Addresses such as `*@*.com` turn into a `REDACTED_EMAIL`.", BUILT),
    Requirement("redact-ips", EXTRACTION, "Addresses such as `192.168.*.*` turn into a `REDACTED_IP`.", BUILT),
    Requirement("redact-domains", EXTRACTION, "The project's own domains turn into a `REDACTED_DOMAIN`."),
    Requirement("redact-users", EXTRACTION, "@mentions and git authors turn into a `REDACTED_USER`."),

    # ---- Lessons: corrections, behaviour review, staging and graduation --------------------------------------------
    # lessons.md
    Requirement("lesson-format", LESSONS,
        "A lesson is a timestamped bullet, optionally tagged `[behavioral]`, `[factual]` or `[operational]`.", BUILT),
    Requirement("lesson-in-context", LESSONS, "The lessons are in the agent's context with its skills.", BUILT),
    Requirement("lesson-self-corrections", LESSONS,
        "An entry of `self_corrections` is a lesson of its family at once, in context for the next message.", BUILT),
    Requirement("lesson-eviction", LESSONS,
        "The oldest lessons go first, yet each category keeps 1 slot and a share by its number of entries.", BUILT),
    Requirement("lesson-limits", LESSONS,
        "A global `lessons.md` holds 50 (configurable), a family's 30, the output of a review 20.", BUILT),
    # The behaviour review
    Requirement("behaviour-against-skills", LESSONS,
        "A review checks logged conversations against the skills and gives findings and lessons.", BUILT),
    Requirement("behaviour-questions", LESSONS, "A response with more than one question mark gives a lesson.", BUILT),
    Requirement("behaviour-phrases", LESSONS,
        "`before I can proceed`, `before I save`, `before I can help` and `I need to know` are findings.", BUILT),
    Requirement("behaviour-corrections", LESSONS,
        "`that's wrong`, `that's not right`, `incorrect`, `don't do that`, `stop doing`, `never do`, `I told you` and "
        "`I already said` from the user are corrections.", BUILT),
    Requirement("behaviour-length", LESSONS, "A response over 500 characters is flagged; 320 is advised.", BUILT),
    Requirement("behaviour-contextual", LESSONS,
        "A full reading, by a person or a model, finds contradictions, missing context and missing protocols."),
    Requirement("behaviour-sources", LESSONS,
        "The review reads inbound-outbound pairs, audit logs (blocked responses, unknown numbers), approvals pending "
        "for more than 18 hours, and the poller's errors and warnings.", BUILT),
    # Staging and graduation
    Requirement("stage", LESSONS,
        "A run writes to the real files or, with `--stage` and until promoted, only to `staging/reviews/`.", BUILT),
    Requirement("stage-piles", LESSONS,
        "A reset clears `reviews/`; `saved/` survives it, for a deeper look; `proposals/` is the third pile.", BUILT),
    Requirement("graduation", LESSONS,
        "A factual lesson graduates to `family.md` or `members/{name}.md`, a behavioral one to `skills/social.md` or "
        "`skills/scheduling.md`, an operational one to `capabilities.md`."),
)
# fmt: on
