import { call } from "#web/api-client.ts";
import { addPhotos, removePhoto, type WorkOrder } from "../../contract.ts";
import { useAddAttachments, useRemoveAttachment } from "../files/mutations.ts";
import { useSavesOffline } from "../offline-queue/save-change.ts";
import { savePhotos } from "../offline-queue/save-photos.ts";
import { useWorkOrderMutation } from "../work-order-mutation.ts";

/** Adds photos, with a button in the toast that removes them again. */
export const useAddPhotos = ({ id, images }: Pick<WorkOrder, "id" | "images">, onAdded: () => void) => {
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
          .filter((image) => !images.some((other) => other.id === image.id))
          .map((image) => image.id),
      ),
    ...(savesOffline && { sendOrSave: (files) => savePhotos(id, files) }),
  });
};

export const useRemovePhoto = (id: number) =>
  useRemoveAttachment(id, {
    remove: (imageId) => call(removePhoto, { params: { id, imageId } }),
    title: "Photo Removed",
  });
