import type { ShownContent, WorkOrder } from "../../contract.ts";

/** Returns the content on the screen that a signature covers. */
export const toShownContent = ({
  title,
  description,
  category,
  location,
  priority,
  images,
}: WorkOrder): ShownContent => ({
  title,
  description,
  category,
  location,
  priority,
  imageIds: images.map(({ id }) => id),
});
