import { useState } from "react";
import { classes } from "#web/ui/classes.ts";

/** Shown when a building has no photo, or the photo does not load. */
export const defaultBuildingPhoto = "/buildings/default.webp";

interface BuildingPhotoProps {
  /** The address of the photo; null without one. */
  image: string | null | undefined;
  /** The alternative text; empty where the name is next to it anyway. */
  alt: string;
  isSmall?: boolean | undefined;
  className?: string | undefined;
}

/** DASH-08: the photo of a building, in screen proportions. */
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

/** Photos stored by the portal have a thumbnail. */
const sized = (image: string, isSmall: boolean) =>
  isSmall && image.startsWith("/api/") ? `${image}${image.includes("?") ? "&" : "?"}size=thumbnail` : image;
