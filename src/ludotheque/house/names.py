"""Names of people: which are allowed, which are the same, and which look alike.

A name has one script, as most names have. Names that look alike have a skeleton in common, as in
Unicode's UTS 39; two people of a house have no skeleton in common.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ludotheque.house.refusals import Refused

MIN_NAME_LENGTH: Final = 2
MAX_NAME_LENGTH: Final = 24
MAX_MARKS_PER_LETTER: Final = 2  # Vietnamese has letters with two
SKELETON_CACHE_SIZE: Final = 4096
# Characters that Unicode calls printable although they are invisible.
INVISIBLE_CHARACTERS: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
)
# Scripts that are written together.
SCRIPTS_TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
NO_SCRIPT: Final = frozenset({"MODIFIER", "COMBINING", "DIGIT"})
# What looks like the first character of each word, in upper or lower case as it is shown.
LOOK_ALIKES: Final = """
    AΑАᎪꓮᗅ aαаɑ BΒВᏴꓐᗷ bьвЬƅᏏᖯ CСϹᏟꓚ cсϲⲥ DᎠꓓᗞ dԁᏧɗ EΕЕᎬꓰⴹ eеҽ℮ FϜꓝᖴ fքꞙ GԌᏀᏳꓖ gɡցᶃ
    HΗНᎻꓧᕼ hһнհᏂ iіιɩıⲓᎥ JЈᎫꓙͿ jјϳ KΚКᏦꓗ kκкĸ LᏞꓡᒪ lI1|ΙІӀӏǀꓲƖⲒⵏ MΜМᎷꓟϺᗰ mм NΝꓠⲚ nոռп
    OΟОՕⲞꓳⵔ o0οоօσⲟס PΡРᏢꓑᑭ pρрⲣ QԚⵕ qԛգզ RᎡᏒꓣᖇ rгⲅꭇ SЅՏᏚᏕꓢ sѕ TΤТᎢꓔ tтτ UՍꓴᑌ uυսʋ
    VѴᏙꓦᐯ vνѵט WԜᎳᏔꓪ wѡԝաɯωш XΧХꓫⵝ xхχⲭ YΥҮУᎽᎩꓬ yуγүყɣ ZΖᏃꓜ z ÆӔ æӕ ÞϷ þϸ 3ЗзӠȜ 6б
    力カ 二ニ 工エ 口ロ 卜ト 夕タ 八ハ 千チ 三ミ 一ー へヘ りリ
    '’‘ʼʹ′`´ˊʾ -‐‑‒–—―− ·•‧∙・
"""
# All other letters and digits that Unicode 14 holds for confusable (UTS 39), in the same way.
RARE_LOOK_ALIKES: Final = """
    o߀০ଠ୦ዐ〇𐊒𐊫𐐄𐓂𐔖𑓐𑢵𑣠 lוןا١۱ߊᛁ𐊊𐌉𐌠𖼨𞣇 2ƧϨᒿꙄꛯꝚ 3ƷⳌꝪꞫ𑣊𖼻 4Ꮞ𑢯 5Ƽ𑢻 6ᏮⳒ𑣕 7𐓒𑣆 8Ȣȣ৪੪𐌚𞣋 9৭੧୨൭ⳊꝮ𑢬𑣌𑣖 A𐊠𖽀
    BꞴ𐊂𐊡𐌁 C𐊢𐌂𐐕𐔜𑣩𑣲 Dᗪ E𐊆𑢦𑢮 F𐊇𐊥𐔥𑢢𑣂 HⲎ𐋏 JᒍꞲ KᛕⲔ𐔘 LⳐ𐐛𐔦𑢣𑢲𖼖 MᛖⲘ𐊰𐌑 N𐔓 P𐊕 R𐒴𖼵 S𐊖𐐠𖼺 TⲦ𐊗𐊱𐌕𑢼𖼊 Uሀ𐓎𑢸𖽂
    V٧۷ⴸꛟ𐔝𑢠𖼈 W𑣦𑣯 XᚷꞳ𐊐𐊴𐌗𐌢𐔧𑣬 YⲨ𐊲𑢤𖽃 Z𐋵𑢩𑣥 bᑲ c𐐽 dᑯꓒ eꬲ fẝꬵ gƍ iꙇ𑣃 m𑜀𑣣 oه٥ھہە۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴑꬽ𐐬𐓪𑣈𑣗
    rᴦꭈꮁ sƽ𐑈𑣁 uꞟꭎꭒ𐓶𑣘 v𑜆𑣀 w𑜊𑜎𑜏 xᕁᕽ yᶌỿꭚ𑣜 z𑣄 ÐĐƉ Øⵁ Þ𐓄 ßβᏰꞵ ð𞣍 øꬾ þƿ ħћ kⲕ ƀѢѣҌҍ ƂБ ƆϽↃꓛ𐐣 Ǝⴺꓱ ƏӘ
    ƐԐᏋ𐐁𖼭 Ɨƚ ƞη ƟΘθѲӨᎾᏫⴱꝊ ƨϩᴤꙅ ƩΣⵉ ƫᎿ Ʊᘮᘴ ǁװ ǃⵑ ǝəә ǶԊ ȝʒӡჳⳍꝫ ȷյ ɁʔॽᎮꛫ ɂꭾ ɄᏌ ɅΛЛ٨۸ᐱⴷꓥꛎ𐊍𐒰𖼽 ɋᶐ ɍғ
    ɎҰ ɏұ ɔͻᴐↄ𐑋 ɛεєԑⲉꞓꮛ𐐩𑣎 ɜᴈ ɞ𐑂 gԍ ɦᏲꚕ ɨᵻᵼ ɰպሣ ɵѳөꝋꮎꮻ ɷ𐐿 ɸφфⲫ ʃꭍ ʌᴧ𐓘 ʍꮇ ʘⵙꙨ𐓃 ʚꞝ𐐪 lⳑ𐑃 ʡꛍ
    'ʻʽˈˋיߴߵᑊᛌꞌ ʺˮײ ʿՙ ːꓽ ͰᎨᎰⱵꚱ ͶИꚡ𐐥 ͷиᴎ𐑍 ͽꜿ ΓГᎱᒥⲄ𖼇 ΔᐃⲆⵠ𐊅𐊣𖼚 ΠПⲠꛛ ΦФՓቀᛰⲪ𐊳 ΨѰᛘⲮ𐊵𐓑 Ωᘯᘵ𐊶 δծᕷẟ λⲖ𐓛
    πᴨ ςϛ xꭓꭕ ψѱ𐓹 wⲱꙍꞷ ϗⳤ Ϙ𐊭𐌒 ϬⳜ ϿꜾ ЄⲈꞒ Ћ𐓍 ШⲼ лᴫ wⲽ яᴙ љꭠ ѠᏇᗯ ҚⱩ ҞꝀ ҢⱧ ҶӋ ҷӌ Ӄ𐒼 ӇӉ ӈӊ Իኮ Մሆ
    Ոበᑎꓵ Պጣ Ռቡ ձኔ ةۃ ثؿپڽۑ د𐋡 ص𐋲 ط𐋨 فڧ كکڪ وࢱ𐋤 ىيٮںیےࢽ ٠۰ꓸ ٢۲ꧏ ٣۳𞣉 ٤۴ ٦۶ ٩۹१𑣤 ٯڡࢻࢼ ٹڻ ٻې ځݲ ڤڨ
    ڬݢ ڭݣ گࢰ ێݖ ݔݧࢩ ऽઽ २૨ ३૩ ४૪ ८૮ ॱൎ ঘ𑒒 চ𑒔 জ𑒖 ঞ𑒘 ট𑒙 ড𑒛 ণ𑒪 ত𑒞 থ𑒟 দ𑒠 ধ𑒡 ন𑒢 প𑒣 ব𑒩 ম𑒧 য𑒨 র𑒫 ল𑒝 ষ𑒭
    স𑒮 ঽ𑓄 ৠৡ ১𑓑 ২𑓒 ৬𑓖 அ௮ ஈர உ௨ഉ எ௭ ஐஜജ க௧ ச௪ ணണ ய௰ ழഴ ஶശ అಅ ఆಆ ఇಇ ఒಒ ఓಓ ఔಔ జಜ ఞಞ ణಣ యಯ ఱಱ లಲ ౧೧
    ౨೨ ౯೯ ഌങ ഞൡ രറ ൪ർ ൯ൻ ජ෪ ද෫ ขฃ คดต ฆม จຈ ชซ ฎฏ ฑท บບ ปປ ฝຝ พພ ฟຟ ภฦ ยຍ าๅ རཪ ၁ၥ ႠꞆ ᄀᆨ ᄁᆩ
    ᄂᆫ ᄃᆮ ᄄퟍ ᄅᆯ ᄆᆷ ᄇᆸ ᄈퟦ ᄉᆺ ᄊᆻ ᄋᆼ ᄌᆽ ᄍퟹ ᄎᆾ ᄏᆿ ᄐᇀ ᄑᇁ ᄒᇂ ᄓᇅ ᄔᇿ ᄕᇆ ᄗᇊ ᄘᇍ ᄙᇐ
    ᄚᄻᆶퟲ ᄛퟝ ᄜᇜ ᄝᇢ ᄠퟣ ᄡᆹ ᄣퟧ ᄧퟨ ᄨퟩ ᄪᇤ ᄫᇦ ᄭᇧ ᄯᇨ ᄰᇩ ᄱퟪ ᄲᇪ ᄶퟯ ᄷퟰ ᄹퟱ ᅀᇫ ᅁᇬ ᅅᇱ
    ᅆᇲ ᅇᇮ ᅌᇰ ᅖᇳ ᅗᇴ ᅙᇹ ᅛᇇ ᅜᆬ ᅝᆭ ᅞᇋ ᅳ一ꟷ ᅵ丨 ᆄᆆ ᆰꥤ ᆱꥨ ᆲꥩ ᆳꥬ ᇎꥦ ᇕꥫ ᇘꥮ ᇚꥯ ᇝꥱ ᇥꥴ
    ᐡᓑ ᐧꞏ ᐩᕀ ᐳ𖼿 ᐷᑀ ᐸᚲ ᑅⲴ ᑔᑝ ᒉᘃ ᒐᘂ ᓓᘄ ᓚᘇ ᕃᘢ ᕆᘣ ᕊᘤ ᖵℲꓞ ᖷꟻ ᗄⱯꓯ ᗡꓷ ᙠꓭ ᚹꚰ ᚼᛡ ᚽᛂ ᛜ𐊔𑢷 ᛦ𐓐 ᛯⵣ អឣ ᠵᡕ ᡜᢖ
    ᣛᣵ ᦞ᧐ ᦱ᧑ ᩅ᪀᪐ ᬍ᭒ ᬑ᭓ ᬨ᭘ pᴩ ᵾꮜ ⰿꦒ Ɒ𐐟 ⱶꮀ Ⳇ〳ノ丿 ⵀ𐊸 く𡿨 イ亻 口囗 㖈䎛 㘽㦳 㩁搉 㫚曶 㬵胶
    㬺幐 㬻䐠 㮣槩 䀹鿃 䀿晣 䑃朦 䚶訞 併倂 値值 啓啟 土士 塡填 墫壿 媯嬀 帡帲 戶戸 晚晩 朌肦
    朏胐 朐胊 朓脁 朘脧 朣膧 杮柿 榝樧 溈潙 研硏 絕絶 胼腁 蒍蔿 蘷虁 訮詽 讆讏 豜豣 赿趆 跥跺
    躗躛 軿輧 郎郞 鎭鎮 隷隸 鹂鹃 黑黒 ꓕꞱ ꓤꞞ ꓶ𐐑𖼦 ꙌꞶ Ꙙ𖼜 ꙩ𐓫 ꚘꝎ ꚙꝏ Ꚛ𐊨 ꜧꞕ ꜸꜺ ꜹꜻ Ꞛ𐐒 ꞛ𐐺 ꣻ𑇜 ꥡퟏ ꥢퟐ
    ꥣퟒ ꥥퟕ ꦝꦣ ꨁ꩓ ꨣ꩖ 𐎂𐏑 𐎓𐏓 𐎚𒀸 𐒆𐒠 𐦞𓋹 𐲂𐳼 𐲥𐳺 𑖂𑗘𑗙 𑖃𑗚 𑖄𑗛
"""


def _prototypes() -> dict[int, str]:
    words = [(word[0], word[1:]) for word in (LOOK_ALIKES + RARE_LOOK_ALIKES).split()]
    table = {ord(other): first for first, others in words for other in others}
    for code in (*range(0x250, 0x2B0), *range(0x1D00, 0x1D80), *range(0xA730, 0xA800)):
        name = unicodedata.name(chr(code), "")
        _, capital, letter = name.partition("LATIN LETTER SMALL CAPITAL ")
        if capital and len(letter) == 1:
            table[code] = letter.lower()
    return table


PROTOTYPES: Final = _prototypes()


def normalized_name(name: str) -> str:
    """A name without case and compatibility forms (NFKC); no two people may have the same."""
    normalized = name
    while (folded := unicodedata.normalize("NFKC", normalized).casefold()) != normalized:
        normalized = folded
    return normalized


@lru_cache(SKELETON_CACHE_SIZE)
def skeletons(name: str) -> frozenset[str]:
    """The skeletons of a name: of its letters as they are shown, and without case.

    Both, because people don't read case, but only some cases of a letter look like another.
    """
    shown = unicodedata.normalize("NFKC", name)
    return frozenset({_skeleton(shown), _skeleton(normalized_name(name))})


def _skeleton(text: str) -> str:
    letters = unicodedata.normalize("NFD", text).translate(PROTOTYPES).casefold()
    return unicodedata.normalize("NFC", letters.replace("m", "rn").replace("w", "vv"))


def looks_like_any(name: str, others: Iterable[str]) -> bool:
    """Whether a name looks like one of the others."""
    own = skeletons(name)
    return any(not own.isdisjoint(skeletons(other)) for other in others)


def clean_name(name: str) -> str:
    """A name as it is shown, without surplus spaces; refuses one that is not allowed."""
    shown = readable_name(name)
    _check_marks(shown)
    _check_scripts(shown)
    return shown


def readable_name(name: str) -> str:
    """A name as it is shown; refuses what was never allowed, in older versions neither."""
    shown = unicodedata.normalize("NFC", " ".join(part for part in name.split(" ") if part))
    if (
        not MIN_NAME_LENGTH <= len(shown) <= MAX_NAME_LENGTH
        or len(normalized_name(shown)) < MIN_NAME_LENGTH
    ):
        lengths = f"{MIN_NAME_LENGTH} to {MAX_NAME_LENGTH}"
        raise Refused("name-not-allowed", f"a name must have {lengths} characters")
    if not shown.isprintable() or not INVISIBLE_CHARACTERS.isdisjoint(shown):
        raise Refused("name-not-allowed", "a name must not have invisible characters")
    if not any(character.isalnum() for character in shown):
        raise Refused("name-not-allowed", "a name must have a letter or a digit")
    return shown


def _check_marks(name: str) -> None:
    """Refuse a letter under more marks than a script needs."""
    marks = 0
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks > MAX_MARKS_PER_LETTER:
            limit = f"a letter of a name may have {MAX_MARKS_PER_LETTER} marks"
            raise Refused("name-not-allowed", limit)


def _check_scripts(name: str) -> None:
    """Refuse a name in scripts that are not written together."""
    scripts = {script_of(character) for character in unicodedata.normalize("NFKC", name)} - {""}
    if len(scripts) > 1 and not any(scripts <= together for together in SCRIPTS_TOGETHER):
        mixed = ", ".join(sorted(script.capitalize() for script in scripts))
        raise Refused("mixed-scripts", f"a name must be written in one script, not in {mixed}")


def script_of(character: str) -> str:
    """The script of a letter or digit, as Unicode's name of it begins; "" if it has none."""
    if not character.isalnum():
        return ""
    script = unicodedata.name(character, "").replace("-", " ").partition(" ")[0]
    return {"IDEOGRAPHIC": "CJK"}.get(script, "" if script in NO_SCRIPT else script)
