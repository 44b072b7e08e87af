import { useQuery } from "@tanstack/react-query";
import { Section } from "#web/ui/page/section.tsx";
import { questionsQuery } from "../queries.ts";
import { QuestionThread } from "./question-thread.tsx";

interface StatementQuestionsProps {
  leaseId: number;
  year: number;
  /** What the section says about asking. */
  description?: string;
}

/** The questions about a lease's statements of a year. Hidden if there are none. */
export function StatementQuestions({ leaseId, year, description }: StatementQuestionsProps) {
  const { data: questions = [] } = useQuery(questionsQuery({ leaseId, year }));
  if (questions.length === 0) return null;
  return (
    <Section title="Questions" description={description}>
      <ul aria-label="Questions" className="divide-y divide-line border-line border-b">
        {questions.map((question) => (
          <QuestionThread key={question.id} question={question} />
        ))}
      </ul>
    </Section>
  );
}
