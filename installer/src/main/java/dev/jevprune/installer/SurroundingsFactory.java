package dev.jevprune.installer;

import java.lang.reflect.Constructor;
import picocli.CommandLine;

/** Makes verbs: each takes the surroundings it runs in. */
final class SurroundingsFactory implements CommandLine.IFactory {
  private final Surroundings surroundings;

  SurroundingsFactory(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public <K> K create(Class<K> type) throws Exception {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 1
          && constructor.getParameterTypes()[0].equals(Surroundings.class)) {
        return type.cast(constructor.newInstance(surroundings));
      }
    }
    return CommandLine.defaultFactory().create(type);
  }
}
