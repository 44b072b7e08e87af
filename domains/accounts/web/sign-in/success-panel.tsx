import { type ReactNode, useEffect, useRef } from "react";

interface SuccessPanelProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

/** Announces the result and the next step. Takes focus because it replaces the form. */
export function SuccessPanel({ icon, title, children }: SuccessPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="flex items-start gap-3 rounded-card bg-green-soft px-4 py-3 text-green-text outline-none [&_svg]:mt-px [&_svg]:size-[18px] [&_svg]:shrink-0"
    >
      {icon}
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <div className="mt-0.5 break-words text-ink-soft">{children}</div>
      </div>
    </div>
  );
}
