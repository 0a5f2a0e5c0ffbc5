/** The groups of fields on screen by name, so that a button outside of a form can have it checked. */
const groups = new Map<string, () => Promise<boolean>>();

/** Makes a group known while it is on screen; returns a function that forgets it. */
export function addGroup(name: string, validate: () => Promise<boolean>): () => void {
  groups.set(name, validate);
  return () => {
    if (groups.get(name) === validate) groups.delete(name);
  };
}

/** Checks every field of a group and shows what is wrong; true when nothing is. Throws for an unknown group. */
export async function validateGroup(name: string): Promise<boolean> {
  const validate = groups.get(name);
  if (validate === undefined) throw new Error('group does not exist');
  return validate();
}
