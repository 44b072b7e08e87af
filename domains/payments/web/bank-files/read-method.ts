import type { receivedMethods } from "../../methods.ts";

/**
 * Reads the method from a bank's text. A transfer comes before a check because banks name a checking account
 * `CHK`, as in `Online Transfer from CHK ...1234`.
 */
export function readMethod(text: string): (typeof receivedMethods)[number] {
  if (/\bzelle\b/i.test(text)) return "zelle";
  if (/\b(ach|wire|transfer|xfer)\b/i.test(text)) return "bank_transfer";
  return /\b(checks?|chk|ck)\b/i.test(text) ? "check" : "bank_transfer";
}
