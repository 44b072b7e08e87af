import { type Compilable, CompiledQuery, type RawBuilder } from "kysely";
import type { Db } from "./database.ts";

export const prepared = <Row>(db: Db, text: string, values: readonly unknown[]): Promise<{ rows: Row[] }> =>
  db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));

export const preparedOf = <Row>(
  db: Db,
  statement: RawBuilder<Row> | Compilable<Row>,
): Promise<{ rows: Row[] }> => {
  const { sql: text, parameters } = statement.compile(db);
  return prepared(db, text, parameters);
};

export const plannedForValues = <Row>(db: Db, statement: RawBuilder<Row>) => statement.execute(db);
