import { useState } from "react";
import { classes } from "#web/ui/classes.ts";

/** Stands in where a building has no photo, or the photo does not come. */
export const defaultBuildingPhoto = "/buildings/default.webp";

interface BuildingPhotoProps {
  /** Where the photo is; null while there is none. */
  image: string | null | undefined;
  /** What it shows; empty where the name stands beside it anyway. */
  alt: string;
  isSmall?: boolean | undefined;
  className?: string | undefined;
}

/** DASH-08: the photo of a building, in the shape of a screen. */
export function BuildingPhoto({ image, alt, isSmall = false, className }: BuildingPhotoProps) {
  const [broken, setBroken] = useState<string>();
  const source =
    image == null || image === "" || image === broken ? defaultBuildingPhoto : sized(image, isSmall);
  return (
    <img
      src={source}
      alt={alt}
      width={640}
      height={360}
      loading={isSmall ? "lazy" : undefined}
      decoding="async"
      onError={() => setBroken(image ?? "")}
      className={classes("aspect-video w-full bg-sunken object-cover", className)}
    />
  );
}

/** Photos that the portal keeps have a small version beside them. */
const sized = (image: string, isSmall: boolean) =>
  isSmall && image.startsWith("/api/") ? `${image}${image.includes("?") ? "&" : "?"}size=thumbnail` : image;
