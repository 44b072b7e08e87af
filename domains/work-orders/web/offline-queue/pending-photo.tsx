import { useEffect, useState } from "react";
import { getOfflineQueue } from "./offline-queue.ts";

/** The URL of a photo that is only on this phone. Undefined until it is loaded. */
function usePendingPhotoUrl(changeId: string): string | undefined {
  const [photoUrl, setPhotoUrl] = useState<string>();
  useEffect(() => {
    let objectUrl: string | undefined;
    let isCancelled = false;
    void getOfflineQueue()
      .then((queue) => queue.getPhotos(changeId))
      .then(([photo]) => {
        if (isCancelled || photo === undefined) return;
        objectUrl = URL.createObjectURL(photo.blob);
        setPhotoUrl(objectUrl);
      });
    return () => {
      isCancelled = true;
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
    };
  }, [changeId]);
  return photoUrl;
}

export default function PendingPhoto({ changeId, alt }: { changeId: string; alt: string }) {
  const photoUrl = usePendingPhotoUrl(changeId);
  return (
    <span className="block size-full bg-sunken">
      {photoUrl !== undefined && <img src={photoUrl} alt={alt} className="size-full object-cover" />}
    </span>
  );
}
