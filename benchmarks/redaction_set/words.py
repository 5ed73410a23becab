"""Word lists that made-up values are pieced together from.

The pieces of passwords hold no word that a template, a placeholder or a
redaction mark would hold, so that a piece that survives is a piece that leaked.
"""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


PIECES = _words("""
    Lantern Otter Granite Tulip Maple Copper Heron Walrus Pepper Saffron Thistle
    Cobalt Juniper Magpie Velvet Cactus Biscuit Falcon Nimbus Quartz Raccoon
    Sequoia Tundra Umbra Violet Waffle Yonder Zephyr Badger Cinnamon Dragonfly
    Ember Fjord Gecko Hazel Indigo Jigsaw Kestrel Lobster Mango Nectar Obsidian
    Papaya Quokka Rhubarb Sparrow Toffee Urchin Vulcan Wombat
""")

FIRST = _words("""
    marta tomek linh oluwaseun anneke rasheed ines dmitri priya callum yuki
    fatima henrik noor paolo sigrid teodor wanjiru xiomara zoltan bjarne
    chiamaka eleni gustavo hyejin jaromir kalinda leocadia mihail nadezhda
""")

LAST = _words("""
    kowalczyk fernandes okafor lindqvist haddad moreau petrov raghavan mcallister
    tanaka benali sorensen rahman ricci halvorsen ionescu kamau villalobos szabo
    dahlberg adeyemi papadakis quintero yoonsuk novotny mwangi abelsen
""")

NOUNS = _words("""
    ledger orchid billing catalog parcel beacon harbor invoice meadow nectarine
    pipeline quarry roster signal tracker vessel warehouse atlas bridge courier
    drift engine forest gateway horizon island journal kernel lattice marble
""")

VERBS = _words("""
    fetch sync parse render merge queue index publish resolve collect prune
    replay verify migrate export import batch stream
""")

TLDS = ("com", "net", "org", "io", "dev", "de", "co.uk", "fr", "pl", "tech", "se")

MAIL_HOSTS = (
    "gmail.com",
    "outlook.com",
    "yahoo.co.uk",
    "proton.me",
    "icloud.com",
    "web.de",
    "fastmail.com",
    "hotmail.fr",
)

SENTENCES = (
    "The second run went through, so the flaky part was the warm-up.",
    "I checked the logs and nothing else looks out of place.",
    "Let me look at how the module is wired before I change anything.",
    "All 214 tests pass now; two were skipped because the fixture is slow.",
    "The build takes about four minutes on the small runner.",
    "We can drop the old adapter once the migration has been rolled out.",
    "That explains the retry loop we saw earlier today.",
    "Next I will read the configuration and compare it with staging.",
    "The worker restarts cleanly and the queue drains within a minute.",
    "I left the public interface as it was and only changed the internals.",
)

FOREIGN = (
    "Hier noch kurz die Übersicht für später, größere Änderungen folgen morgen.",
    "Voilà ce que j'ai trouvé dans le dépôt, ça a l'air d'être la bonne piste.",
    "設定ファイルを確認しました。以下の行が問題です。",
    "設定ファイルの該当箇所を下に貼ります。",
    "El archivo está en el servidor; mañana lo cambiaré según lo acordado.",
    "Zmieniłem plik, proszę sprawdź jeszcze raz, dzięki \U0001f64f",
    "\U0001f680 deployed, \u2705 healthy, \U0001f4e6 artefacts below",
)
