import { create } from "qrcode";
import { buildZelleLink } from "./zelle.ts";

/**
 * The Zelle QR code, 100 by 100 pixels (PAY-101, CON-18). It is white even in the dark theme, so that cameras
 * can read it.
 */
export default function ZelleCode({ handle, payee }: { handle: string; payee: string }) {
  const { modules } = create(buildZelleLink(handle, payee), { errorCorrectionLevel: "L" });
  const { size } = modules;
  const path = Array.from(modules.data, (isDark, index) =>
    isDark ? `M${index % size} ${(index - (index % size)) / size}h1v1h-1z` : "",
  ).join("");
  return (
    <svg
      role="img"
      aria-label={`QR code to pay ${handle} with Zelle`}
      width={100}
      height={100}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
