import { create } from "qrcode";

/** The QR code for an authenticator app. It's white in the dark theme too so that cameras can read it. */
export default function QrCode({ uri }: { uri: string }) {
  const { modules } = create(uri, { errorCorrectionLevel: "L" });
  const { size } = modules;
  const path = Array.from(modules.data, (isDark, index) =>
    isDark ? `M${index % size} ${(index - (index % size)) / size}h1v1h-1z` : "",
  ).join("");
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
