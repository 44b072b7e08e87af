import type { SignedInCtx } from "#server/http/context.ts";

/** After the commit, open pages that show the property or its units reload them. */
export const publishPropertyChange = (ctx: SignedInCtx, propertyId: number): void =>
  ctx.afterCommit(() =>
    ctx.live.publish({
      to: "viewers",
      subject: "property",
      row: { id: propertyId },
      event: { kind: "property.changed", propertyId },
    }),
  );
