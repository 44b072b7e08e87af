/** The dialog over the list. Deep links open the same dialog (requirements, "Not covered"). */
export type OpenDialog =
  | { kind: "none" }
  | { kind: "create" }
  | { kind: "view" | "edit" | "delete"; id: number }
  | { kind: "unknown" };

/** Parses `/work-orders/...` regardless of letter case or a trailing slash. */
export function parseDialogPath(path: string): OpenDialog {
  const [, idOrAction, action, ...otherSegments] = path.toLowerCase().split("/").filter(Boolean);
  if (idOrAction === undefined) return { kind: "none" };
  if (otherSegments.length > 0) return { kind: "unknown" };
  if (idOrAction === "new") return action === undefined ? { kind: "create" } : { kind: "unknown" };
  if (!/^[1-9]\d{0,15}$/.test(idOrAction)) return { kind: "unknown" };
  const id = Number(idOrAction);
  if (action === undefined) return { kind: "view", id };
  return action === "edit" || action === "delete" ? { kind: action, id } : { kind: "unknown" };
}

export function toDialogPath(dialog: OpenDialog): string {
  switch (dialog.kind) {
    case "create":
      return "/work-orders/new";
    case "view":
      return `/work-orders/${dialog.id}`;
    case "edit":
    case "delete":
      return `/work-orders/${dialog.id}/${dialog.kind}`;
    case "none":
    case "unknown":
      return "/work-orders";
  }
}
