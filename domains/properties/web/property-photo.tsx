import { BuildingPhoto } from "#web/ui/building-photo.tsx";
import { PictureButtons } from "#web/ui/picture-buttons.tsx";
import type { PropertyDetails } from "../contract.ts";
import { useChangePhoto } from "./api.ts";

/** The photo with its buttons. */
export function PropertyPhoto({ property }: { property: PropertyDetails }) {
  const change = useChangePhoto(property.id);
  const hasPhoto = property.image != null;
  return (
    <div className="space-y-3">
      <BuildingPhoto
        image={property.image}
        alt={hasPhoto ? `Photo of ${property.name}` : "No photo yet"}
        className="rounded-card ring-1 ring-line"
      />
      <PictureButtons
        label="Photo of the property"
        noun="Photo"
        hasPicture={hasPhoto}
        isSaving={change.isPending}
        onChange={change.mutate}
      />
    </div>
  );
}
