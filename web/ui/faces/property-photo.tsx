import { useState } from "react";
import { classes } from "#web/ui/classes.ts";

/** Shown if a property has no photo or the photo fails to load. The dark theme has a night version. */
export const defaultPropertyPhoto = "/buildings/default.webp";

interface PropertyPhotoProps {
  /** The photo's URL, or null without one. */
  image: string | null | undefined;
  /** The alt text. Empty if the name is next to the photo anyway. */
  alt: string;
  isSmall?: boolean;
  className?: string;
}

/** The photo of a property, in widescreen format (DASH-08). */
export function PropertyPhoto({ image, alt, isSmall = false, className }: PropertyPhotoProps) {
  const [failedImage, setFailedImage] = useState<string>();
  const source =
    image == null || image === "" || image === failedImage ? defaultPropertyPhoto : withSize(image, isSmall);
  return (
    <img
      src={source}
      alt={alt}
      width={640}
      height={360}
      loading={isSmall ? "lazy" : undefined}
      decoding="async"
      onError={() => setFailedImage(image ?? "")}
      className={classes(
        "aspect-video w-full bg-sunken object-cover",
        source === defaultPropertyPhoto && "dark:[content:url(/buildings/default-night.webp)]",
        className,
      )}
    />
  );
}

/** Requests a thumbnail for small photos stored by the portal. */
const withSize = (image: string, isSmall: boolean) =>
  isSmall && image.startsWith("/api/") ? `${image}${image.includes("?") ? "&" : "?"}size=thumbnail` : image;
