package dev.semel.boot.store;

import dev.semel.boot.WrongSettingException;
import dev.semel.store.MissingSchemaException;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;

/** What to do about a missing table: it depends on who creates the tables of the application. */
enum MissingSchema {
    /** Flyway runs in the application. */
    FLYWAY("org.flywaydb.core.Flyway") {
        @Override
        String advice(String script) {
            return "Flyway runs in this application: copy " + script
                    + " of semel-store-jdbc into its migrations, under the next version. " + DEVELOPMENT;
        }
    },
    /** Liquibase runs in the application. */
    LIQUIBASE("liquibase.integration.spring.SpringLiquibase") {
        @Override
        String advice(String script) {
            return "Liquibase runs in this application: add a changeSet with a sqlFile whose path is " + script
                    + ", which is on the class path. " + DEVELOPMENT;
        }
    },
    /** The application has no tool for migrations. */
    NO_TOOL("") {
        @Override
        String advice(String script) {
            return DEVELOPMENT + " In production run " + script
                    + " of semel-store-jdbc before the application starts, with Flyway, Liquibase or by hand.";
        }
    };

    private static final String DEVELOPMENT = "In development set semel.create-schema=true.";
    private static final ClassLoader LOADER = MissingSchema.class.getClassLoader();

    private final String type;

    MissingSchema(String type) {
        this.type = type;
    }

    /** Returns which tool the application has. */
    static MissingSchema in(BeanFactory beans) {
        for (MissingSchema each : values()) {
            if (!each.type.isEmpty()
                    && ClassUtils.isPresent(each.type, LOADER)
                    && StoreModule.hasBean(beans, ClassUtils.resolveClassName(each.type, LOADER))) {
                return each;
            }
        }
        return NO_TOOL;
    }

    abstract String advice(String script);

    /** Returns the failure of the start, for a SQL database. */
    WrongSettingException failure(MissingSchemaException missing) {
        String table = missing.table();
        boolean isRenamed = !table.equals("semel_record") && !table.equals("semel_counter");
        return new WrongSettingException(
                "The table " + table + " or one of its columns is missing in the database",
                advice(missing.definition())
                        + (isRenamed ? " Replace the name of the table in the script by " + table + "." : "")
                        + " If the table exists, it lacks a column: run the newer scripts in that folder.",
                missing);
    }
}
