import { z } from 'zod';
import { presetSchema } from '#shared/contract/preset.ts';

/** Fields that identify something and have no effect on rules. */
const noRules = new Set([
  'version',
  'id',
  'anchors.N.id',
  'anchors.N.userId',
  'anchors.N.avatar',
  'gameplay.N.id',
]);

/** A field of a preset as its schema describes it. */
interface PresetField {
  path: string;
  fallback: unknown;
  /** Minimum and maximum, if the schema has both. */
  limits: [number, number] | null;
  options: readonly unknown[];
}

const nodeSchema = z.object({
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.unknown()).optional(),
  get properties() {
    return z.record(z.string(), nodeSchema).optional();
  },
  get items() {
    return nodeSchema.optional();
  },
});
type Node = z.infer<typeof nodeSchema>;

/** All fields of a preset. In paths, N stands for the index in a list. */
function fieldsOf(node: Node, path: string): PresetField[] {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const { properties, items } = node;
  if (items?.properties !== undefined) return fieldsOf(items, at('N'));
  if (properties !== undefined && !path.endsWith('gift')) {
    return Object.entries(properties).flatMap(([name, inner]) => fieldsOf(inner, at(name)));
  }
  const { minimum, maximum } = node;
  const limited = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return [
    { path, fallback: node.default, limits: limited ? [minimum, maximum] : null, options: node.enum ?? [] },
  ];
}

const schema = nodeSchema.parse(z.toJSONSchema(presetSchema, { io: 'input', unrepresentable: 'any' }));
export const presetFields = fieldsOf(schema, '').filter(
  // Sounds change no result.
  ({ path }) => !noRules.has(path) && !path.startsWith('sound.'),
);
