/** Returns the URL for the QR code (PAY-101), in the format of Zelle's own codes: UTF-8 JSON in base64. */
export function buildZelleLink(handle: string, payee: string): string {
  const data = JSON.stringify({ name: payee, action: "payment", token: toToken(handle) });
  const bytes = new TextEncoder().encode(data);
  const link = new URL("https://enroll.zellepay.com/qr-codes");
  link.searchParams.set("data", btoa(String.fromCharCode(...bytes)));
  return link.href;
}

/** Returns the ten digits of a phone number, or an email address unchanged. */
const toToken = (handle: string): string =>
  handle.includes("@") ? handle : handle.replace(/\D/g, "").slice(-10);

/** Returns the text to paste into the app or a message. */
export const formatZelleInfo = (payee: string, handle: string, amount: string | null): string =>
  [`Zelle to: ${handle}`, `Name: ${payee}`, ...(amount === null ? [] : [`Amount: ${amount}`])].join("\n");
