import type { SVGAttributes } from "react";

export type LucideIcon = (props: SVGAttributes<SVGSVGElement>) => React.JSX.Element;

/** Creates an icon from its SVG contents. It's hidden from screen readers unless it has a label. */
export const createIcon =
  (svgContent: string): LucideIcon =>
  (props) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.75"
      aria-hidden={props["aria-label"] === undefined ? true : undefined}
      {...props}
      dangerouslySetInnerHTML={{ __html: svgContent }}
    />
  );
