import { parseAst } from "vite";
import type { SourceFile } from "./source-files.ts";

/** The fields of a syntax tree node that are used here. */
interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesIn(child);
}

/** Whether a file calculates with money, where every amount must be an integer number of cents. */
export const calculatesMoney = (file: string): boolean =>
  file.startsWith("domains/ledger/") ||
  file.startsWith("domains/recoveries/server/calculation/") ||
  ["domains/leases/terms.ts", "domains/leases/schedule.ts", "shared/fraction.ts"].includes(file);

/**
 * Finds code that could produce fractions of a cent, as `file:line: problem`: a division other than of
 * bigints, a decimal literal, parsing a number from text that isn't an id, day, or count, and rounding, which
 * follows one of these.
 */
export function findFloats({ path: file, text }: SourceFile): string[] {
  const program = parseAst(text, { lang: file.endsWith(".tsx") ? "tsx" : "ts" }) as unknown as Node;
  const getLine = ({ start }: Node) => text.slice(0, start).split("\n").length;
  return [...nodesIn(program)].flatMap((node) => {
    const what = floatIn(node);
    return what === null ? [] : [`${file}:${getLine(node)}: ${what}`];
  });
}

function floatIn(node: Node): string | null {
  const { operator, value, raw, callee } = node;
  if (operator === "/" || operator === "/=") return holdsBigint(node) ? null : `a division by ${operator}`;
  if (node.type === "Literal" && typeof value === "number" && !Number.isInteger(value))
    return `the decimal number ${String(raw)}`;
  if (node.type !== "CallExpression" || !isNode(callee)) return null;
  const name = isNode(callee.property) ? callee.property.name : callee.name;
  if (/^(parseFloat|toFixed|toPrecision|fround)$/.test(String(name))) return `${String(name)}()`;
  const isOfMath = isNode(callee.object) && callee.object.name === "Math";
  if (isOfMath && /^(round|floor|ceil|trunc)$/.test(String(name))) return `Math.${String(name)}()`;
  if (callee.type === "Identifier" && name === "Number" && !holdsBigint(node) && !isCounted(node))
    return "Number() of text or of a fraction";
  return null;
}

/** Whether the expression contains a bigint, which can only be combined with bigints. */
const holdsBigint = (node: Node): boolean =>
  [...nodesIn(node)].some(
    ({ bigint, type, callee }) =>
      (type === "Literal" && typeof bigint === "string") || (isNode(callee) && callee.name === "BigInt"),
  );

/** Whether the argument isn't money: `Number(id)`, a part of a date, or a header with a count. */
function isCounted({ arguments: given }: Node): boolean {
  const [first] = Array.isArray(given) ? given : [];
  if (!isNode(first)) return false;
  const name = isNode(first.property) ? first.property.name : first.name;
  if (/^(id|.*Id|page|limit|count)$/.test(String(name))) return true;
  return [...nodesIn(first)].some(
    ({ callee }) =>
      isNode(callee) &&
      isNode(callee.property) &&
      isNode(callee.object) &&
      (callee.property.name === "slice" || callee.object.name === "headers"),
  );
}
