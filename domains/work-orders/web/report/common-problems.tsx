import { useId } from "react";
import { Button } from "#web/ui/button.tsx";
import type { createCategories } from "../../categories.ts";
import type { Priority } from "../../priorities.ts";

export interface CommonProblem {
  title: string;
  category: (typeof createCategories)[number];
  priority: Priority;
}

const commonProblems: readonly CommonProblem[] = [
  { title: "Water leak", category: "Plumbing", priority: "high" },
  { title: "No heating or cooling", category: "HVAC", priority: "high" },
  { title: "Lights not working", category: "Electrical", priority: "medium" },
  { title: "Blocked drain", category: "Plumbing", priority: "medium" },
  { title: "Door doesn't lock", category: "Maintenance", priority: "high" },
];

export const isCommonProblem = (title: string): boolean =>
  commonProblems.some((problem) => problem.title === title);

interface CommonProblemsProps {
  title: string;
  onSelect: (problem: CommonProblem) => void;
}

/** Fills in title, category, and priority with one tap. */
export function CommonProblems({ title, onSelect }: CommonProblemsProps) {
  const id = useId();
  return (
    <div className="sm:col-span-2">
      <p className="mb-1.5 flex items-baseline justify-between gap-3">
        <span id={id} className="font-medium">
          Common problems
        </span>
        <span className="text-ink-faint text-sm">Optional</span>
      </p>
      <div role="group" aria-labelledby={id} className="flex flex-wrap gap-2">
        {commonProblems.map((problem) => (
          <Button
            key={problem.title}
            size="sm"
            aria-pressed={problem.title === title}
            className="rounded-full aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
            onClick={() => onSelect(problem)}
          >
            {problem.title}
          </Button>
        ))}
      </div>
    </div>
  );
}
