/**
 * What a phone's camera opens the payment app with (PAY-101): whom to pay, as the app's own codes say it.
 * The data is JSON in base64, of UTF-8.
 */
export function zelleLink(handle: string, payee: string): string {
  const data = JSON.stringify({ name: payee, action: "payment", token: tokenOf(handle) });
  const bytes = new TextEncoder().encode(data);
  const link = new URL("https://enroll.zellepay.com/qr-codes");
  link.searchParams.set("data", btoa(String.fromCharCode(...bytes)));
  return link.href;
}

/** A phone number in its ten digits; an e-mail address as it is. */
const tokenOf = (handle: string): string =>
  handle.includes("@") ? handle : handle.replace(/\D/g, "").slice(-10);

/** What is copied to be pasted into the app or a message. */
export const zelleInWords = (payee: string, handle: string, amount: string | null): string =>
  [`Zelle to: ${handle}`, `Name: ${payee}`, ...(amount === null ? [] : [`Amount: ${amount}`])].join("\n");
