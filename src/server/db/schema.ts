// Written by scripts/db-types.ts from the migrated database.
export interface Schema {}
