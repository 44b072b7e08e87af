import { call } from "#web/api-client.ts";
import { shrinkPhotos } from "#web/offline-queue/shrink-photo.ts";
import { useUser } from "#web/session/session.tsx";
import { addPhotos, type PhotoLabel, type WorkOrder } from "../../contract.ts";
import { removePhoto, tagPhoto } from "../../files-contract.ts";
import { useAddAttachments, useRemoveAttachment } from "../files/mutations.ts";
import { type FilesToAdd, sendFiles } from "../files/send-files.ts";
import { useSavesOffline } from "../offline-queue/save-change.ts";
import { savePhotos } from "../offline-queue/save-photos.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";
import { formatPhotoLabel } from "./photo-tag.tsx";

/** The drafts whose photos are being sent. Sending continues after the work order is closed. */
const sendingDrafts = new Set<string>();
export const isSendingDraft = (draft: string): boolean => sendingDrafts.has(draft);

interface AddPhotosOptions {
  draft: string;
  onAdded: () => void;
}

/** Adds photos. Undo in the toast removes them again. */
export const useAddPhotos = (
  { id, images }: Pick<WorkOrder, "id" | "images">,
  { draft, onAdded }: AddPhotosOptions,
) => {
  const me = useUser();
  const savesOffline = useSavesOffline();
  const { mutate: remove } = useWorkOrderMutation(id, {
    change: async (imageIds: readonly number[]) => {
      let order: WorkOrder | null = null;
      for (const imageId of imageIds) order = await call(removePhoto, { params: { id, imageId } });
      return order;
    },
    describe: () => ({ title: "Photos Removed", description: "They were removed for everyone." }),
  });
  return useAddAttachments(addPhotos, id, {
    singular: "photo",
    title: "Photos Added",
    onAdded,
    undo: (order) =>
      remove(
        order.images
          .filter(({ addedBy }) => addedBy.id === me.id)
          .filter((image) => !images.some((other) => other.id === image.id))
          .map((image) => image.id),
      ),
    sendOrSave: (files) => {
      sendingDrafts.add(draft);
      const upload = savesOffline ? savePhotos(id, files) : shrinkAndSend(id, files);
      return upload.finally(() => sendingDrafts.delete(draft));
    },
  });
};

const shrinkAndSend = async (id: number, photos: FilesToAdd) =>
  sendFiles(addPhotos, id, { ...photos, files: await shrinkPhotos(photos.files) });

export const useRemovePhoto = (id: number) =>
  useRemoveAttachment(id, {
    remove: (imageId) => call(removePhoto, { params: { id, imageId } }),
    title: "Photo Removed",
  });

export const useTagPhoto = (id: number) =>
  useWorkOrderMutation(id, {
    change: ({ imageId, label }: { imageId: number; label: PhotoLabel | null }) =>
      call(tagPhoto, { params: { id, imageId }, body: { label } }),
    describe: (_, { label }) =>
      label === null
        ? { title: "Tag Removed", description: "The photo no longer has a tag." }
        : { title: "Photo Tagged", description: `${formatPhotoLabel(label)}.` },
  });
