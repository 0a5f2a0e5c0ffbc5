-- The screen with the server's status. A new database gets it with all others at its first start.
INSERT INTO "menus" ("parent_id", "kind", "name", "title", "path", "icon", "sort")
SELECT (SELECT "id" FROM "menus" WHERE "name" = 'system'), 'route', 'status', 'api.menu.status', '/system/status', 'server',
	coalesce((SELECT max("sort") + 1 FROM "menus" WHERE "parent_id" = (SELECT "id" FROM "menus" WHERE "name" = 'system')), 0)
WHERE EXISTS (SELECT 1 FROM "menus")
ON CONFLICT ("name") DO NOTHING;
--> statement-breakpoint
INSERT INTO "menus" ("parent_id", "kind", "name", "title")
SELECT "id", 'permission', 'status:list', 'api.permission.status:list' FROM "menus" WHERE "name" = 'status' AND "kind" = 'route'
ON CONFLICT ("name") DO NOTHING;
--> statement-breakpoint
-- An administrator has every permission. The operator gets this one where it still may see the logs.
INSERT INTO "role_menus" ("role_id", "menu_id")
SELECT "roles"."id", "given"."id" FROM "roles"
	JOIN "role_menus" ON "role_menus"."role_id" = "roles"."id"
	JOIN "menus" ON "menus"."id" = "role_menus"."menu_id" AND "menus"."name" = 'log:list'
	JOIN "menus" AS "given" ON "given"."name" IN ('status', 'status:list')
WHERE "roles"."name" = 'operator' AND "roles"."built_in"
ON CONFLICT DO NOTHING;
