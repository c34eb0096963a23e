/**
 * A text as it is searched, in the two ways in which people write umlauts: `zurich` and `zuerich`
 * for `Zürich`. Both are the same text where it has none.
 */
interface Folded {
  readonly plain: string;
  readonly spelled: string;
}

/** The words of a text that somebody searches for. */
export interface Words {
  /** Equal for the same words in another order, with whatever case, dashes and apostrophes. */
  readonly canonical: string;
  /** Whether each of them occurs somewhere in a text; without words, true for every text. */
  occurIn(text: string): boolean;
}

/** White space and dashes, of which no word has any. */
const separators = /[\s\p{Pd}\u2212\u2043]+/u;

/** The words of a text that is searched for, which is folded. */
export function wordsOf({ plain, spelled }: Folded): Words {
  const spellings = spelled.split(separators);
  const all = plain
    .split(separators)
    .map((word, index) => ({ plain: word, spelled: spellings[index] ?? word }));
  const words = new Map(
    all.filter((word) => word.plain !== '').map((word) => [nameOf(word), word]),
  );
  const wanted = [...words.values()];
  return {
    canonical: [...words.keys()].sort().join(' '),
    occurIn(text) {
      const folded = foldText(text);
      return wanted.every((word) => occursIn(word, folded));
    },
  };
}

/** No word has a dash, nor white space. */
const nameOf = ({ plain, spelled }: Folded): string =>
  plain === spelled ? plain : `${plain}-${spelled}`;

/** Each writing of the word is compared with the same writing of the text, where either has two. */
function occursIn(word: Folded, text: Folded): boolean {
  if (text.plain.includes(word.plain)) return true;
  const hasTwoWritings = word.plain !== word.spelled || text.plain !== text.spelled;
  return hasTwoWritings && text.spelled.includes(word.spelled);
}

/** What lower case alone does not fold: letters with the mark of an umlaut are one character. */
const special = /[aou]\u0308|a\u030a|['`]|[^\0-\x7f]/gu;

/** Of those the ones that people write with two letters. */
const umlaut = /[äöüåø]|[aou]\u0308|a\u030a/u;
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/**
 * A text without case, accents, apostrophes and invisible characters, each character by itself
 * (docs/find.md, "Words"). The time is linear in its length.
 */
export function foldText(text: string): Folded {
  const lower = text.toLowerCase();
  // Nearly every name is plain.
  if (lower.search(special) < 0) return { plain: lower, spelled: lower };
  const plain = lower.replace(special, foldCharacter);
  return { plain, spelled: umlaut.test(lower) ? lower.replace(special, spellCharacter) : plain };
}

const spellCharacter = (character: string): string =>
  umlauts[character.normalize('NFC')] ?? foldCharacter(character);

/** A filter folds ten thousand names, which have few different characters. */
const foldedCharacters = new Map<string, string>();
const maxFoldedCharacters = 8192;

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = decompose(character);
  if (foldedCharacters.size >= maxFoldedCharacters) foldedCharacters.clear();
  foldedCharacters.set(character, folded);
  return folded;
}

/**
 * Combining marks, characters that nobody sees, and what people type for an apostrophe, or leave
 * out.
 */
const dropped = /^[\p{M}\p{Default_Ignorable_Code_Point}'`´‘’‛′‵＇｀ʹʻʼʽʾʿˈˊˋʹ΄᾽᾿՚׳Ꞌꞌ]$/u;

/** Letters that no decomposition changes, as people type them without. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

function decompose(character: string): string {
  // Some apostrophes decompose to a space and a mark.
  if (dropped.test(character)) return '';
  const parts = Array.from(character.normalize('NFKD').toLowerCase());
  return parts.map((part) => (dropped.test(part) ? '' : (letters[part] ?? part))).join('');
}
