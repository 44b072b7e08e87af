import { loadSharp } from "#server/integrations/files/sharp.ts";
import { randomFrom } from "./random.ts";

const width = 400;
const height = 150;

/** Draws a signature for `name`, as from the signature panel (SIG-02). The same name gives the same image. */
export const drawSignature = async (name: string): Promise<Buffer> =>
  (await loadSharp())(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g fill="none" stroke="#000" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${strokes(name)}</g></svg>`,
    ),
  )
    .png({ palette: true })
    .toBuffer();

/** One stroke per word: a tall initial, then waves that flatten toward the end, and an underline. */
function strokes(name: string): string {
  const random = randomFrom([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const between = (low: number, high: number) => low + random() * (high - low);
  const words = name.split(" ");
  const letters = words.reduce((sum, word) => sum + word.length + 1.5, 0);
  const step = Math.min(19, 330 / letters);
  let x = between(24, 44);
  const paths: string[] = [];
  for (const word of words) {
    const base = between(88, 96);
    const tall = between(46, 62);
    let d = `M${point(x, base - tall * 0.55)}c${point(-step * 0.9, -tall * 0.5)} ${point(step * 1.5, -tall * 0.65)} ${point(step * 0.9, 0)}c${point(-step * 0.3, tall * 0.5)} ${point(-step * 1.2, tall * 0.75)} ${point(-step * 0.6, tall * 0.56)}`;
    x += step * 1.6;
    d += `S${point(x - step * 0.5, base - between(14, 24))} ${point(x, base - between(8, 14))}`;
    for (let index = 1; index < word.length; index += 1) {
      const fading = 1 - index / (word.length + 3);
      const isTall = /[bdfhklt]/.test(word[index] ?? "");
      const isDeep = /[gjpqy]/.test(word[index] ?? "");
      const top = base - (isTall ? between(34, 44) : between(13, 19)) * fading;
      const bottom = base + (isDeep ? between(20, 30) : between(-1, 3));
      const next = x + step * between(0.85, 1.15);
      d += `C${point(x + step * 0.35, top - 3)} ${point(x + step * 0.75, top + 1)} ${point(x + step * 0.45, (top + bottom) / 2)}S${point(x + step * 0.2, bottom)} ${point(next, base - 6 * fading)}`;
      x = next;
    }
    paths.push(d);
    x += step * 0.9;
  }
  paths.push(
    `M${point(x + 6, between(84, 92))}C${point(x - 60, 108)} ${point(120, between(104, 114))} ${point(60, 118)}S${point(180, 104)} ${point(Math.min(380, x + between(10, 30)), between(100, 106))}`,
  );
  return paths.map((d) => `<path d="${d}"/>`).join("");
}

const point = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`;
