import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import en from '#locales/en.json' with { type: 'json' };
import { seedScreens } from '#server/accounts/menuTree.ts';
import { openApiDocument } from '#server/api/openApi.ts';
import { everyCall } from '#shared/contract/api/index.ts';
import { permissions } from '#shared/contract/api/permissions.ts';

/** The calls that the product's specification names. */
const SPECIFIED = [
  'POST /user/verification_code',
  'POST /user/signup',
  'POST /user/signin',
  'POST /user/add',
  'POST /user/signout',
  'GET /user/info',
  'GET /user/list/{a}/{b}',
  'GET /user/roles/{id}',
  'PUT /user/update',
  'PUT /user/update/status/{id}',
  'POST /user/save/roles/{id}',
  'GET /user/echo/{id}',
  'DELETE /user/delete/{id}',
  'DELETE /user/batch/delete/{ids}',
  'POST /user/reset/pwd',
];

describe('the API document', () => {
  const document = z
    .object({
      openapi: z.literal('3.1.0'),
      paths: z.record(
        z.string(),
        z.record(z.string(), z.object({ operationId: z.string(), 'x-access': z.string() })),
      ),
      components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
    })
    .parse(openApiDocument());
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

  it('has every call of the specification, and the same form for everything else that is managed', () => {
    const shapes = operations.map((name) => name.replace('{page}/{size}', '{a}/{b}'));
    expect(shapes).toEqual(expect.arrayContaining(SPECIFIED));
    for (const subject of ['role', 'dict', 'dict_data', 'notice', 'version']) {
      expect(shapes).toEqual(
        expect.arrayContaining([
          `GET /${subject}/list/{a}/{b}`,
          `POST /${subject}/add`,
          `PUT /${subject}/update`,
          `PUT /${subject}/update/status/{id}`,
          `GET /${subject}/echo/{id}`,
          `DELETE /${subject}/delete/{id}`,
          `DELETE /${subject}/batch/delete/{ids}`,
        ]),
      );
    }
  });

  it('has each call once, and no reference that leads nowhere', () => {
    expect(operations).toHaveLength(everyCall.length);
    const text = JSON.stringify(openApiDocument());
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
    expect(text).not.toContain('#/$defs/');
    for (const [, name = ''] of text.matchAll(/"#\/components\/responses\/([^"/]+)"/g)) {
      expect(['Invalid', 'SignedOut', 'Forbidden', 'TooMany', 'Error']).toContain(name);
    }
  });

  it('opens no call to everybody that was not meant to be', () => {
    const open = everyCall.filter(({ call }) => call.access === 'public').map(({ name }) => name);
    expect(open.sort()).toEqual([
      'account.forgot',
      'account.signin',
      'account.signinOnce',
      'account.signup',
      'account.verificationCode',
      'site.info',
      'statistics.everyone',
      'version.latest',
    ]);
  });
});

describe('permissions', () => {
  it('each guard a call, stand in the tree of a new database, and have a name to read', () => {
    const used = new Set(everyCall.map(({ call }) => call.access));
    const inTree = seedScreens.flatMap((screen) => [
      ...(screen.permissions ?? []),
      ...(screen.children ?? []).flatMap((child) => child.permissions ?? []),
    ]);
    for (const permission of permissions) {
      expect([permission, used.has(permission)]).toEqual([permission, true]);
      expect(Object.keys(en)).toContain(`api.permission.${permission}`);
    }
    expect([...inTree].sort()).toEqual([...permissions].sort());
  });
});
