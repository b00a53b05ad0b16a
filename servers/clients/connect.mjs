// mysql2: connections one after another, and what the server says of each.
import fs from 'node:fs';
import mysql from 'mysql2/promise';

const { PORT, CONNECTIONS, DB_USER, DB_PASSWORD, CA_FILE } = process.env;
// One object for all: mysql2 keeps the sessions of a configuration with it.
const ssl = { ca: fs.readFileSync(CA_FILE), verifyIdentity: true };

for (let i = 0; i < Number(CONNECTIONS); i++) {
  const connection = await mysql.createConnection({
    host: 'localhost', port: Number(PORT), user: DB_USER, password: DB_PASSWORD, ssl,
  });
  const [rows] = await connection.query(
    "SHOW SESSION STATUS WHERE Variable_name IN ('Ssl_version', 'Ssl_sessions_reused')");
  const status = Object.fromEntries(rows.map((row) => [row.Variable_name, row.Value]));
  console.log(status.Ssl_version, status.Ssl_sessions_reused === '0' ? 'full' : 'resumed');
  await connection.end();
}
