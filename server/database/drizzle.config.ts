/** Use with `npx drizzle-kit generate --config server/database/drizzle.config.ts` after a change of the schema. */
export default {
  dialect: 'postgresql',
  schema: './server/database/schema.ts',
  out: './server/database/migrations',
};
