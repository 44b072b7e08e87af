import { roundHalfUp } from "#shared/fraction.ts";
import type { PoolChoice } from "../../contract.ts";
import type { FrozenStatement } from "../issuing/frozen-content.ts";
import type { Draft } from "./calculate-draft.ts";
import { explainLine } from "./explain-line.ts";
import { summarizeStatement } from "./summarize.ts";

/** Returns a lease's statement with every step of its calculation. Undefined for a lease without days in the year. */
export function explainStatement(
  { inputs, pools, statements }: Draft,
  leaseId: number,
  choices: readonly PoolChoice[],
): FrozenStatement | undefined {
  const statement = statements.find((other) => other.leaseId === leaseId);
  if (statement === undefined) return undefined;
  return {
    ...summarizeStatement(statement),
    property: inputs.property,
    year: inputs.year,
    pools: pools.flatMap(({ pool: { id, name, from, to }, result }) => {
      const line = result.lines.find((other) => other.leaseId === leaseId);
      const choice = choices.find((other) => other.id === id);
      if (line === undefined || choice === undefined) return [];
      const parts = explainLine(line, result, choice, inputs.categories);
      const capped = line.parts.at(-1)?.cost?.capped;
      return [
        {
          id,
          name,
          from,
          to,
          cents: line.amountCents,
          ...(capped !== undefined && { cappedCents: roundHalfUp(capped) }),
          parts,
        },
      ];
    }),
  };
}
