/** The address in the QR code (PAY-101), in the format of the app's own codes: UTF-8 JSON in base64. */
export function zelleLink(handle: string, payee: string): string {
  const data = JSON.stringify({ name: payee, action: "payment", token: tokenOf(handle) });
  const bytes = new TextEncoder().encode(data);
  const link = new URL("https://enroll.zellepay.com/qr-codes");
  link.searchParams.set("data", btoa(String.fromCharCode(...bytes)));
  return link.href;
}

/** The ten digits of a phone number; an email address as it is. */
const tokenOf = (handle: string): string =>
  handle.includes("@") ? handle : handle.replace(/\D/g, "").slice(-10);

/** The text to paste into the app or a message. */
export const zelleInWords = (payee: string, handle: string, amount: string | null): string =>
  [`Zelle to: ${handle}`, `Name: ${payee}`, ...(amount === null ? [] : [`Amount: ${amount}`])].join("\n");
