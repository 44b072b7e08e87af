import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, createDeflate } from "node:zlib";
import sharp from "sharp";
import { tinyImage } from "#test/files/images.ts";

const signature = Buffer.from("89504e470d0a1a0a", "hex");

function chunk(type: string, content: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG whose header states these dimensions, with extra chunks before the pixels. */
export function png(
  width: number,
  height: number,
  pixels: Buffer,
  extraChunks: [string, Buffer][] = [],
): Buffer {
  const head = Buffer.from("0000000000000000" + "0802000000", "hex");
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    ...extraChunks.map(([type, content]) => chunk(type, content)),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const jpeg = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .jpeg()
    .toBuffer();

const gif = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .gif()
    .toBuffer();

/** Compresses `bytes` bytes of a repeated text without holding all of them in memory. */
export async function deflate(bytes: number, text: string): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const piece = Buffer.alloc(Math.min(bytes, 1_000_000), text);
  const pieces = Array.from({ length: Math.ceil(bytes / piece.length) }, () => piece);
  return buffer(Readable.from(pieces).pipe(deflate));
}
export const deflateZeros = (bytes: number): Promise<Buffer> => deflate(bytes, "\0");

export const script = "<script>parent.hacked=1</script>";

/** A JPEG with `count` segments of `bytes` bytes before the image data. */
async function jpegWithSegments(count: number, bytes: number): Promise<Buffer> {
  const whole = await jpeg();
  const segment = Buffer.alloc(bytes + 4);
  segment.writeUInt16BE(0xffec, 0);
  segment.writeUInt16BE(bytes + 2, 2);
  return Buffer.concat([
    whole.subarray(0, 2),
    ...Array.from({ length: count }, () => segment),
    whole.subarray(2),
  ]);
}

/** Images that aren't what they seem, or that contain more than an image. */
export const hostileImages: Record<string, () => Promise<Buffer> | Buffer> = {
  "an SVG with a script.png": () =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}<image href="https://foreign.example/x"/></svg>`,
    ),
  "an SVG that includes a file.png": () =>
    Buffer.from(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>',
    ),
  "a page.png": () => Buffer.from(`<!doctype html><html>${script}</html>`),
  "65,535 pixels square in 100 bytes.png": async () => png(65_535, 65_535, await deflateZeros(100)),
  "two billion pixels wide.png": async () => png(0x7fff_ffff, 1, await deflateZeros(100)),
  "no pixels at all.png": async () => png(0, 0, await deflateZeros(1)),
  "a bomb of 400 MB.png": async () => png(12_000, 12_000, await deflateZeros(400_000_000)),
  "a bomb in its profile.png": async () =>
    png(8, 8, await deflateZeros(8 * 25), [
      ["iCCP", Buffer.concat([Buffer.from("x\0\0"), await deflateZeros(200_000_000)])],
    ]),
  "a bomb in its text.png": async () =>
    png(8, 8, await deflateZeros(8 * 25), [
      ["zTXt", Buffer.concat([Buffer.from("x\0\0"), await deflateZeros(200_000_000)])],
    ]),
  "a script in its text.png": async () =>
    png(8, 8, await deflateZeros(8 * 25), [["tEXt", Buffer.from(`Comment\0${script}`, "latin1")]]),
  "with a ZIP appended.png": async () =>
    Buffer.concat([
      await tinyImage(),
      Buffer.from("PK\x03\x04 a program PK\x05\x06", "latin1"),
      Buffer.alloc(18),
    ]),
  "with a page appended.png": async () => Buffer.concat([await tinyImage(), Buffer.from(script)]),
  "truncated.png": async () =>
    (
      await sharp({
        create: {
          width: 400,
          height: 400,
          channels: 3,
          background: "red",
          noise: { type: "gaussian", mean: 99, sigma: 40 },
        },
      })
        .png()
        .toBuffer()
    ).subarray(0, 9_000),
  "only the signature.png": () => signature,
  "truncated.jpg": async () => (await jpeg()).subarray(0, 200),
  "100,000 empty segments.jpg": () => jpegWithSegments(100_000, 0),
  "100 segments of 65,533 bytes.jpg": () => jpegWithSegments(100, 65_533),
  "segments without an end.jpg": () =>
    Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.alloc(4_000_000, Buffer.from("ffec0002", "hex"))]),
  "a page in its comment.jpg": async () => {
    const whole = await jpeg();
    const comment = Buffer.from(`${script}`);
    const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    return Buffer.concat([whole.subarray(0, 2), head, comment, whole.subarray(2)]);
  },
  "also a script.gif": () => Buffer.from(`GIF89a/*${"\0".repeat(20)}*/=1;alert(1)//`, "latin1"),
  "400 images in one.gif": async () => {
    const colors = Array.from({ length: 400 }, (_, at) => ({ r: (at % 2) * 255, g: at % 200, b: 0 }));
    const images = colors.map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    return sharp(await Promise.all(images), { join: { animated: true } })
      .gif()
      .toBuffer();
  },
  "with the largest size.gif": async () => {
    const whole = Buffer.from(await gif());
    whole.writeUInt16LE(65_535, 6);
    whole.writeUInt16LE(65_535, 8);
    return whole;
  },
  "an image.webp": () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .webp()
      .toBuffer(),
  "a scan.tiff": () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .tiff()
      .toBuffer(),
  "commands for a drawing program.png": () =>
    Buffer.from(
      "push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://127.0.0.1/x|touch /tmp/x)'\npop graphic-context",
    ),
  "a PostScript program.png": () =>
    Buffer.from("%!PS\n(/etc/passwd) (r) file 100 string readstring pop ==\n"),
  "nothing.png": () => Buffer.alloc(0),
};

/** Accepted images. They're re-encoded, so that only the image remains. */
export const acceptedImages = new Set([
  "a bomb in its profile.png",
  "a bomb in its text.png",
  "a script in its text.png",
  "with a ZIP appended.png",
  "with a page appended.png",
  "100,000 empty segments.jpg",
  "100 segments of 65,533 bytes.jpg",
  "a page in its comment.jpg",
  "with the largest size.gif",
]);
