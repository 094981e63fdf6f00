import { Client } from 'pg'

/** Makes the role `folio`, the tenants' role, which logs in by itself, and the database, where missing. */
export async function ensureOwnDatabase(
  adminUrl: string,
  passwords: { owner: string; tenants: string },
): Promise<void> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{
      role: boolean
      tenants: boolean
      database: boolean
    }>(present)
    const found = rows[0]
    const owner = client.escapeLiteral(passwords.owner)
    const tenants = client.escapeLiteral(passwords.tenants)
    if (!found?.role) await client.query(`CREATE ROLE folio LOGIN PASSWORD ${owner}`)
    if (!found?.tenants) await client.query('CREATE ROLE folio_api')
    await client.query(`ALTER ROLE folio_api LOGIN PASSWORD ${tenants}`)
    // Harmless when repeated.
    await client.query('GRANT folio_api TO folio')
    if (!found?.database) await client.query('CREATE DATABASE folio OWNER folio')
  } finally {
    await client.end()
  }
}

const present = `
  SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'folio') AS role,
         EXISTS (SELECT FROM pg_roles WHERE rolname = 'folio_api') AS tenants,
         EXISTS (SELECT FROM pg_database WHERE datname = 'folio') AS database`
