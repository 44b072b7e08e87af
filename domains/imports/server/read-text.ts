import { AppError, invalid } from "#shared/errors.ts";

const wrongKind = (message: string) => new AppError("wrong_kind", message);
const notText = () =>
  wrongKind("This is not a CSV file. Please choose a text file with the columns of the template.");
const howToSave = "Please save it as CSV UTF-8 and choose it again.";

/** How files begin that people mistake for CSV. */
const knownBeginnings: readonly { bytes: readonly number[]; refusal: () => AppError }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    refusal: () => wrongKind(`This is a spreadsheet or archive, not a CSV file. ${howToSave}`),
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    refusal: () => wrongKind(`This is an old spreadsheet, not a CSV file. ${howToSave}`),
  },
  { bytes: [0xff, 0xfe], refusal: () => wrongKind(`This file is saved as UTF-16. ${howToSave}`) },
  { bytes: [0xfe, 0xff], refusal: () => wrongKind(`This file is saved as UTF-16. ${howToSave}`) },
];

/**
 * The text of a file that arrives as bytes, part by part, with every line break as `\n`; a byte order mark is left out.
 * @throws AppError wrong_kind for UTF-16, spreadsheets and other binary files; invalid for bytes that are not UTF-8
 */
export async function* textOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let beginning: Buffer | null = Buffer.alloc(0);
  let lines = 1;
  let endsInReturn = false;

  const decode = (bytes: Buffer, isLast: boolean): string => {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw invalid({
        file: `This file is not saved as UTF-8: there is a character near line ${lines.toLocaleString("en-US")} that cannot be read. ${howToSave}`,
      });
    }
    // The two characters of a line break may arrive in two parts.
    const whole = endsInReturn ? `\r${text}` : text;
    endsInReturn = whole.endsWith("\r") && !isLast;
    const normal = (endsInReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, "\n");
    for (const character of normal) if (character === "\n") lines += 1;
    return normal;
  };

  for await (const part of source) {
    let bytes = part;
    if (beginning !== null) {
      bytes = Buffer.concat([beginning, part]);
      if (bytes.length < 8) {
        beginning = bytes;
        continue;
      }
      beginning = null;
      refuseKnown(bytes);
    }
    if (bytes.includes(0))
      throw looksLikeUtf16(bytes) ? wrongKind(`This file is saved as UTF-16. ${howToSave}`) : notText();
    yield decode(bytes, false);
  }
  if (beginning !== null) {
    refuseKnown(beginning);
    if (beginning.includes(0)) throw notText();
  }
  yield decode(beginning ?? Buffer.alloc(0), true);
}

function refuseKnown(bytes: Buffer): void {
  for (const { bytes: known, refusal } of knownBeginnings)
    if (known.every((byte, at) => bytes[at] === byte)) throw refusal();
}

/** English text as UTF-16 without a byte order mark: every other byte is zero. */
function looksLikeUtf16(bytes: Buffer): boolean {
  const some = bytes.subarray(0, 64);
  const zeros = [0, 0];
  for (const [at, byte] of some.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > some.length / 4 && Math.min(even, odd) === 0;
}
