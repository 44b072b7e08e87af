import pg from "pg";

/** Creates the connection's database unless it exists. Connects to the default database to do so. */
export async function createDatabase(connection: pg.ClientConfig & { database: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [
      connection.database,
    ]);
    if (!rowCount) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(connection.database)}`);
  } finally {
    await client.end();
  }
}
