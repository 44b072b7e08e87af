import { call } from "#web/api-client.ts";
import { addPhotos, removePhoto } from "../../contract.ts";
import { useAdd, useRemove } from "../files/mutations.ts";
import { useSavesOffline } from "../offline-queue/save-change.ts";
import { savePhotos } from "../offline-queue/save-photos.ts";

export const useAddPhotos = (id: number, onAdded: () => void) => {
  const keeps = useSavesOffline();
  return useAdd(addPhotos, id, {
    singular: "photo",
    title: "Photos Added",
    onAdded,
    ...(keeps && { keep: (files) => savePhotos(id, files) }),
  });
};

export const useRemovePhoto = (id: number) =>
  useRemove(id, {
    remove: (imageId) => call(removePhoto, { params: { id, imageId } }),
    title: "Photo Removed",
  });
