import { useEffect, useState } from "react";
import { ownOutbox } from "./own-outbox.ts";

/** The address of a photo that is only on this phone; undefined until it is read. */
function useUnsentPhoto(changeId: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isGone = false;
    void ownOutbox()
      .then((outbox) => outbox.photosOf(changeId))
      .then(([photo]) => {
        if (isGone || photo === undefined) return;
        made = URL.createObjectURL(photo.blob);
        setAddress(made);
      });
    return () => {
      isGone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [changeId]);
  return address;
}

export default function UnsentPhoto({ changeId, alt }: { changeId: string; alt: string }) {
  const address = useUnsentPhoto(changeId);
  return (
    <span className="block size-full bg-sunken">
      {address !== undefined && <img src={address} alt={alt} className="size-full object-cover" />}
    </span>
  );
}
