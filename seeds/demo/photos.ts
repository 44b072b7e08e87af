import { readFile } from "node:fs/promises";
import path from "node:path";
import { loadSharp } from "#server/integrations/files/sharp.ts";
import { projectRoot } from "#server/project-root.ts";

/**
 * The drawings in seeds/assets/problems, with the detail a close-up shows: its upper left corner and its size,
 * in percent.
 */
const scenes = {
  sink: { left: 33, top: 32, size: 44 },
  lamp: { left: 30, top: 16, size: 46 },
  tile: { left: 14, top: 53, size: 46 },
  thermostat: { left: 26, top: 20, size: 50 },
  "door-closer": { left: 28, top: 10, size: 50 },
  ceiling: { left: 30, top: 22, size: 48 },
  drain: { left: 26, top: 30, size: 48 },
  outlet: { left: 27, top: 4, size: 48 },
  window: { left: 33, top: 36, size: 46 },
  elevator: { left: 24, top: 34, size: 52 },
} as const;

type Scene = keyof typeof scenes;
/** A photo of a whole scene or a close-up. */
export type Shot = Scene | `${Scene} close`;

export interface Photo {
  jpeg: Buffer;
  thumbnail: Buffer;
  width: number;
  height: number;
}

/** The size of the drawings. A photo has 80% as many pixels per side. */
const drawingSize = { width: 1280, height: 960 };
const width = 1024;
const height = 768;
const thumbnailSize = 320;

/** Renders every shot once. Work orders with the same scene get separate files. */
export async function renderPhotos(shots: Iterable<Shot>): Promise<Map<Shot, Photo>> {
  const uniqueShots = [...new Set(shots)];
  return new Map(
    await Promise.all(uniqueShots.map(async (shot) => [shot, await renderPhoto(shot)] as const)),
  );
}

async function renderPhoto(shot: Shot): Promise<Photo> {
  const isClose = shot.endsWith(" close");
  const scene = (isClose ? shot.slice(0, -" close".length) : shot) as Scene;
  const drawing = await readFile(path.join(projectRoot, "seeds/assets/problems", `${scene}.svg`), "utf8");
  const sharp = await loadSharp();
  const image = sharp(Buffer.from(isClose ? zoomIn(drawing, scenes[scene]) : drawing));
  const jpeg = await (isClose ? image.modulate({ brightness: 1.04, saturation: 0.94 }) : image)
    .jpeg({ quality: 82 })
    .toBuffer();
  const thumbnail = await sharp(jpeg)
    .resize({ width: thumbnailSize, height: thumbnailSize, fit: "cover" })
    .webp({ quality: 75 })
    .toBuffer();
  return { jpeg, thumbnail, width, height };
}

/** Returns the drawing with a smaller view box. */
const zoomIn = (drawing: string, { left, top, size }: { left: number; top: number; size: number }) =>
  drawing.replace(
    `viewBox="0 0 ${drawingSize.width} ${drawingSize.height}"`,
    `viewBox="${[drawingSize.width * left, drawingSize.height * top, drawingSize.width * size, drawingSize.height * size].map((part) => Math.round(part / 100)).join(" ")}"`,
  );

/** Renders a property's photo from its drawing in seeds/assets/buildings, with a thumbnail for cards. */
export async function renderBuildingPhoto(drawing: string): Promise<{ jpeg: Buffer; thumbnail: Buffer }> {
  const file = path.join(projectRoot, "seeds/assets/buildings", `${drawing}.svg`);
  const sharp = await loadSharp();
  const jpeg = await sharp(file)
    .resize({ width: 1280, height: 720, fit: "cover" })
    .jpeg({ quality: 85 })
    .toBuffer();
  const thumbnail = await sharp(jpeg)
    .resize({ width: 640, height: 360, fit: "cover" })
    .webp({ quality: 75 })
    .toBuffer();
  return { jpeg, thumbnail };
}
