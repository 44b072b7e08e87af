import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#shared/format/dates.ts";
import { formatAmount } from "#shared/format/money.ts";
import { ExportLink } from "#web/ui/export-link.tsx";
import { Section } from "#web/ui/page/section.tsx";
import { ListRow } from "#web/ui/tables/list-row.tsx";
import { recoveryStatementPath } from "../../paths.ts";
import { describeLine, exportQuestions, type Question } from "../../questions-contract.ts";
import type { PropertyYear } from "../mutations.ts";
import { questionsQuery } from "../queries.ts";
import { QuestionBadge } from "./question-thread.tsx";

/** The tenants' questions about the statements of a year, open ones first. Hidden if there are none. */
export function YearQuestions({ propertyYear: { id, year } }: { propertyYear: PropertyYear }) {
  const { data = [] } = useQuery(questionsQuery({ propertyId: id, year }));
  if (data.length === 0) return null;
  const isOpen = ({ state }: Question) => state === "open";
  const questions = [...data.filter(isOpen), ...data.filter((question) => !isOpen(question))];
  return (
    <Section
      title="Questions"
      description={describeCredits(data)}
      action={
        <ExportLink
          size="sm"
          endpoint={exportQuestions}
          query={{ propertyId: String(id), year: String(year) }}
          noun="questions"
        />
      }
    >
      <ul aria-label="Questions" className="divide-y divide-line border-line border-b">
        {questions.map((question) => (
          <ListRow
            key={question.id}
            title={`${question.company}: ${describeLine(question)}`}
            aside={<QuestionBadge state={question.state} />}
            href={recoveryStatementPath(id, year, question.leaseId)}
            meta={formatDay(question.askedAt)}
          >
            <span className="line-clamp-2">{question.text}</span>
          </ListRow>
        ))}
      </ul>
    </Section>
  );
}

/** Reminds of the credits, which corrections don't count. */
function describeCredits(questions: readonly Question[]): string | undefined {
  const credits = questions.filter(
    ({ creditCents, isCreditReversed }) => creditCents !== null && !isCreditReversed,
  );
  if (credits.length === 0) return undefined;
  const total = credits.reduce((sum, { creditCents }) => sum + (creditCents ?? 0), 0);
  return `${formatAmount(total)} was credited. A correction of the year doesn't count it.`;
}
