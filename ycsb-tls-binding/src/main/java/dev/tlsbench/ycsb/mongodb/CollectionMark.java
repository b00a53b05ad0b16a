package dev.tlsbench.ycsb.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.tlsbench.ycsb.store.LoadMark;
import java.util.ArrayList;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * A mark in a document of the collection, which disappears when the collection is dropped. Its
 * {@code _id} is {@code tlsbench}, and it has none of the other documents' fields.
 */
record CollectionMark(MongoDatabase database, String collection) implements LoadMark {
  private static final Bson OURS = Filters.eq("_id", "tlsbench");
  private static final String LOAD = "load";
  private static final String LOADING = "loading";

  /** Marks the collection as being loaded. */
  void loading() {
    documents().insertOne(new Document("_id", "tlsbench").append(LOAD, LOADING));
  }

  @Override
  public void loaded(String content) {
    documents().updateOne(OURS, Updates.set(LOAD, content));
  }

  @Override
  public boolean isLoaded(String content) {
    return content().filter(content::equals).isPresent();
  }

  @Override
  public boolean isLoading() {
    return load().filter(LOADING::equals).isPresent();
  }

  @Override
  public Optional<String> content() {
    return load().filter(load -> !load.equals(LOADING));
  }

  /**
   * Drops the collection if tlsbench created it.
   *
   * @throws MongoException if tlsbench did not create it
   */
  void drop() {
    boolean there = database.listCollectionNames().into(new ArrayList<>()).contains(collection);
    if (there && load().isEmpty()) {
      throw new MongoException(
          collection
              + " exists, and tlsbench did not create it; drop it, or use another database of"
              + " this server");
    }
    documents().drop();
  }

  private Optional<String> load() {
    return Optional.ofNullable(documents().find(OURS).first())
        .map(mark -> String.valueOf(mark.getString(LOAD)));
  }

  private MongoCollection<Document> documents() {
    return database.getCollection(collection);
  }
}
