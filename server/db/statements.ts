import type { RawBuilder } from "kysely";
import type { Db } from "./database.ts";

export const plannedForValues = <Row>(db: Db, statement: RawBuilder<Row>) => statement.execute(db);
