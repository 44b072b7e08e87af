import { hashPassword } from "#domains/accounts/server/passwords/passwords.ts";
import { demoPassword } from "#domains/settings/demo-accounts.ts";
import type { Services } from "#server/http/context.ts";
import type { StoredFile } from "#server/integrations/files/file-store.ts";
import type { StoredDemoDocument } from "./documents/document.ts";
import { type StoreContent, storeFile, writeDocuments } from "./fill-documents.ts";
import { demoWorkOrders } from "./orders/all.ts";
import { renderBuildingPhoto, renderPhotos } from "./photos.ts";
import { properties } from "./properties-and-leases.ts";
import { drawSignature } from "./signature.ts";
import type { DemoWorkOrder } from "./story.ts";
import { instantAgo } from "./time.ts";
import {
  type Attachment,
  buildWorkOrderRows,
  type Entry,
  type Signing,
  type WorkOrderRows,
} from "./work-order-rows.ts";

export interface StoredPhoto {
  file: StoredFile;
  thumbnail: StoredFile;
  width: number;
  height: number;
}

export type StoredBuildingPhoto = Pick<StoredPhoto, "file" | "thumbnail">;

type StoredAttachment = Attachment & { file: StoredFile; mediaType: string };

export interface DemoWorkOrderContents extends WorkOrderRows {
  photos: StoredPhoto[];
  files: StoredAttachment[];
  signings: (Signing & { image: StoredFile })[];
}

/** The records the transaction writes. Their files are already stored. */
export interface DemoContents {
  /** One hash for everyone, because hashing a password for each person would take too long. */
  passwordHash: string;
  /** By property id. */
  buildingPhotos: Map<number, StoredBuildingPhoto>;
  /** Oldest first. */
  orders: DemoWorkOrderContents[];
  /** Oldest first. */
  documents: StoredDemoDocument[];
  /** Removes the stored files if the database isn't filled. */
  discard(): Promise<void>;
}

export async function prepareContents({ files }: Services, now: Date): Promise<DemoContents> {
  const storedKeys: string[] = [];
  let isDiscarded = false;
  const store = async (content: Buffer, extension: string) => {
    const file = await files.put(content, extension);
    storedKeys.push(file.key);
    // This file was stored after another one had failed.
    if (isDiscarded) await files.remove(file.key);
    return file;
  };
  const discard = async () => {
    isDiscarded = true;
    for (const key of storedKeys) await files.remove(key);
  };
  try {
    const orders = [...demoWorkOrders].sort(
      (a, b) => instantAgo(now, a.ago).getTime() - instantAgo(now, b.ago).getTime(),
    );
    const [passwordHash, photos, buildingPhotos, documents] = await Promise.all([
      hashPassword(demoPassword),
      storePhotos(orders, store),
      storeBuildingPhotos(store),
      writeDocuments(store, now),
    ]);
    const workOrders = await Promise.all(
      orders.map(async (order, index) => {
        const orderPhotos = photos[index] ?? [];
        const story = buildWorkOrderRows(
          order,
          index + 1,
          orderPhotos.map(({ file }) => file.sha256),
          now,
        );
        const signings = await Promise.all(
          story.signings.map(async (signing) => ({
            ...signing,
            image: await store(await drawSignature(signing.name), "png"),
          })),
        );
        const files = await Promise.all(
          story.files.map(async (file) => ({ ...file, ...(await storeFile(file.write, store, now)) })),
        );
        return {
          ...story,
          entries: [...story.entries, ...files.map(toActivityEntry)],
          photos: orderPhotos,
          files,
          signings,
        };
      }),
    );
    return { passwordHash, buildingPhotos, orders: workOrders, documents, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

const toActivityEntry = ({ at, by, internal, name, file }: StoredAttachment): Entry => ({
  at,
  by,
  internal,
  actionType: "files_changed",
  details: { added: [{ name, sha256: file.sha256.toString("hex") }] },
});

async function storePhotos(orders: readonly DemoWorkOrder[], store: StoreContent): Promise<StoredPhoto[][]> {
  const rendered = await renderPhotos(orders.flatMap(({ photos = [] }) => photos));
  return Promise.all(
    orders.map(({ photos = [] }) =>
      Promise.all(
        photos.map(async (shot) => {
          const photo = rendered.get(shot);
          if (photo === undefined) throw new Error(`Photo ${shot} wasn't rendered.`);
          const { jpeg, thumbnail, width, height } = photo;
          return { file: await store(jpeg, "jpg"), thumbnail: await store(thumbnail, "webp"), width, height };
        }),
      ),
    ),
  );
}

async function storeBuildingPhotos(store: StoreContent): Promise<Map<number, StoredBuildingPhoto>> {
  const stored = properties.map(async ({ id, drawing }) => {
    if (drawing === null) return [];
    const { jpeg, thumbnail } = await renderBuildingPhoto(drawing);
    return [[id, { file: await store(jpeg, "jpg"), thumbnail: await store(thumbnail, "webp") }] as const];
  });
  return new Map((await Promise.all(stored)).flat());
}
