import { hashPassword } from "#domains/accounts/server/passwords.ts";
import { demoPassword } from "#domains/settings/demo-accounts.ts";
import type { Services } from "#server/http/context.ts";
import type { StoredFile } from "#server/integrations/file-store.ts";
import { type Keep, type KeptDemoDocument, keepWritten, writeDocuments } from "./fill-documents.ts";
import { type Attachment, type Entry, type OrderRows, rowsOfOrder, type Signing } from "./order-rows.ts";
import { demoOrders } from "./orders/all.ts";
import { takeBuildingPhoto, takePhotos } from "./photos.ts";
import { penStroke } from "./signature.ts";
import type { DemoOrder } from "./story.ts";
import { properties } from "./tenancies.ts";
import { instantAgo } from "./time.ts";

export interface KeptPhoto {
  file: StoredFile;
  thumbnail: StoredFile;
  width: number;
  height: number;
}

export type KeptBuildingPhoto = Pick<KeptPhoto, "file" | "thumbnail">;

type KeptAttachment = Attachment & { file: StoredFile; mediaType: string };

export interface DemoOrderContents extends OrderRows {
  photos: KeptPhoto[];
  files: KeptAttachment[];
  signings: (Signing & { image: StoredFile })[];
}

/** The contents that the transaction writes; their files are already on the disk. */
export interface Contents {
  /** One hash for everybody, as hashing a password for each person would take too long. */
  passwordHash: string;
  /** By the id of the building. */
  buildingPhotos: Map<number, KeptBuildingPhoto>;
  /** Oldest first. */
  orders: DemoOrderContents[];
  /** Oldest first. */
  documents: KeptDemoDocument[];
  /** Removes the files when no row will name them. */
  discard(): Promise<void>;
}

export async function prepareContents({ files }: Services, now: Date): Promise<Contents> {
  const kept: string[] = [];
  let isDiscarded = false;
  const keep = async (content: Buffer, extension: string) => {
    const file = await files.put(content, extension);
    kept.push(file.key);
    // Stored after another one had failed.
    if (isDiscarded) await files.remove(file.key);
    return file;
  };
  const discard = async () => {
    isDiscarded = true;
    for (const key of kept) await files.remove(key);
  };
  try {
    const orders = [...demoOrders].sort(
      (a, b) => instantAgo(now, a.ago).getTime() - instantAgo(now, b.ago).getTime(),
    );
    const [passwordHash, photos, buildingPhotos, documents] = await Promise.all([
      hashPassword(demoPassword),
      takeAndKeep(orders, keep),
      takeOfBuildings(keep),
      writeDocuments(keep, now),
    ]);
    const orderContents = await Promise.all(
      orders.map(async (order, index) => {
        const ownPhotos = photos[index] ?? [];
        const story = rowsOfOrder(
          order,
          index + 1,
          ownPhotos.map(({ file }) => file.sha256),
          now,
        );
        const signings = await Promise.all(
          story.signings.map(async (signing) => ({
            ...signing,
            image: await keep(await penStroke(signing.name), "png"),
          })),
        );
        const files = await Promise.all(
          story.files.map(async (one) => ({ ...one, ...(await keepWritten(one.write, keep, now)) })),
        );
        return {
          ...story,
          entries: [...story.entries, ...files.map(entryOf)],
          photos: ownPhotos,
          files,
          signings,
        };
      }),
    );
    return { passwordHash, buildingPhotos, orders: orderContents, documents, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

const entryOf = ({ at, by, internal, name, file }: KeptAttachment): Entry => ({
  at,
  by,
  internal,
  actionType: "files_changed",
  particulars: { added: [{ name, sha256: file.sha256.toString("hex") }] },
});

async function takeAndKeep(orders: readonly DemoOrder[], keep: Keep): Promise<KeptPhoto[][]> {
  const taken = await takePhotos(orders.flatMap(({ photos = [] }) => photos));
  return Promise.all(
    orders.map(({ photos = [] }) =>
      Promise.all(
        photos.map(async (shot) => {
          const photo = taken.get(shot);
          if (photo === undefined) throw new Error(`The photo ${shot} was not drawn.`);
          const { jpeg, thumbnail, width, height } = photo;
          return { file: await keep(jpeg, "jpg"), thumbnail: await keep(thumbnail, "webp"), width, height };
        }),
      ),
    ),
  );
}

async function takeOfBuildings(keep: Keep): Promise<Map<number, KeptBuildingPhoto>> {
  const kept = properties.map(async ({ id, drawing }) => {
    const { jpeg, thumbnail } = await takeBuildingPhoto(drawing);
    return [id, { file: await keep(jpeg, "jpg"), thumbnail: await keep(thumbnail, "webp") }] as const;
  });
  return new Map(await Promise.all(kept));
}
