import { AppError, invalid } from "#shared/errors.ts";

const unsupportedType = (message: string) => new AppError("unsupported_type", message);
const createNotTextError = () =>
  unsupportedType("This isn't a CSV or XLSX file. Choose a spreadsheet saved in one of these formats.");
const howToSave = "Save it as CSV UTF-8 and upload it again.";

/** The first bytes of files that people mistake for CSV. */
const fileSignatures: readonly { bytes: readonly number[]; toError: () => AppError }[] = [
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    toError: () =>
      unsupportedType(
        `This is an old or encrypted spreadsheet. Save it as XLSX without a password, and upload it again.`,
      ),
  },
  { bytes: [0xff, 0xfe], toError: () => unsupportedType(`This file is saved as UTF-16. ${howToSave}`) },
  { bytes: [0xfe, 0xff], toError: () => unsupportedType(`This file is saved as UTF-16. ${howToSave}`) },
];

/**
 * Decodes a file that arrives as bytes, part by part. Every line break becomes a line
 * feed, and a byte order mark is left out.
 * @throws AppError unsupported_type for UTF-16, spreadsheets, and other binary files; invalid for bytes that aren't
 * UTF-8
 */
export async function* decodeText(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let firstBytes: Buffer | null = Buffer.alloc(0);
  let lineNumber = 1;
  let endsInReturn = false;

  const decode = (bytes: Buffer, isLast: boolean): string => {
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: !isLast });
    } catch {
      throw invalid({
        file: `This file isn't saved as UTF-8: there's an unreadable character near line ${lineNumber.toLocaleString("en-US")}. ${howToSave}`,
      });
    }
    // The two characters of a line break can arrive in two parts.
    const completeText = endsInReturn ? `\r${text}` : text;
    endsInReturn = completeText.endsWith("\r") && !isLast;
    const normalizedText = (endsInReturn ? completeText.slice(0, -1) : completeText).replace(/\r\n?/g, "\n");
    for (const character of normalizedText) if (character === "\n") lineNumber += 1;
    return normalizedText;
  };

  for await (const part of source) {
    let bytes = part;
    if (firstBytes !== null) {
      bytes = Buffer.concat([firstBytes, part]);
      if (bytes.length < 8) {
        firstBytes = bytes;
        continue;
      }
      firstBytes = null;
      assertNotBinary(bytes);
    }
    if (bytes.includes(0))
      throw looksLikeUtf16(bytes)
        ? unsupportedType(`This file is saved as UTF-16. ${howToSave}`)
        : createNotTextError();
    yield decode(bytes, false);
  }
  if (firstBytes !== null) {
    assertNotBinary(firstBytes);
    if (firstBytes.includes(0)) throw createNotTextError();
  }
  yield decode(firstBytes ?? Buffer.alloc(0), true);
}

function assertNotBinary(bytes: Buffer): void {
  for (const { bytes: signature, toError } of fileSignatures)
    if (signature.every((byte, index) => bytes[index] === byte)) throw toError();
}

/**
 * Whether the bytes are English text in UTF-16 without a byte order mark, in which every other byte is zero.
 */
function looksLikeUtf16(bytes: Buffer): boolean {
  const sample = bytes.subarray(0, 64);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > sample.length / 4 && Math.min(even, odd) === 0;
}
