import sharp from "sharp";

/** The data URL of a PNG of a pen stroke, as produced by the signature canvas. */
export async function penStroke(): Promise<string> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120">
    <path d="M20 80 C 60 20, 100 100, 140 50 S 220 90, 280 40" stroke="#000" stroke-width="3" fill="none"/></svg>`;
  const png = await sharp(Buffer.from(drawing)).png().toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}

/** A PNG with a single color. */
export const tinyImage = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
