import type { ReactNode } from "react";
import { CircleAlert, Info, TriangleAlert } from "#web/icons.ts";
import { classes } from "#web/ui/classes.ts";

const kinds = {
  info: { colors: "bg-blue-soft text-blue-text", Icon: Info },
  warning: { colors: "bg-amber-soft text-amber-text", Icon: TriangleAlert },
  danger: { colors: "bg-red-soft text-red-text", Icon: CircleAlert },
};

interface BannerProps {
  kind: keyof typeof kinds;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

/** A notice on the page that stays as long as it applies. */
export function Banner({ kind, title, children, action }: BannerProps) {
  const { colors, Icon } = kinds[kind];
  return (
    <div
      role={kind === "danger" ? "alert" : "status"}
      className={classes("flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card px-4 py-3", colors)}
    >
      <Icon aria-hidden="true" className="mt-px size-[18px] shrink-0" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">{title}</p>
        {children != null && <div className="mt-0.5 max-w-[70ch] text-ink-soft">{children}</div>}
      </div>
      {action}
    </div>
  );
}
