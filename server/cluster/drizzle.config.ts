/** Use with `npx drizzle-kit generate --config server/cluster/drizzle.config.ts` after a change of the schema. */
export default {
  dialect: 'postgresql',
  schema: './server/cluster/schema.ts',
  out: './server/cluster/migrations',
};
